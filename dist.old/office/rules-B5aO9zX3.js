var e=new Set(`about-us accessibility affiliate api assets balance-pay bill-pay cart checkout condition confirm-registration contact-us
  email-undo enquiry favicon feedback forgot healthz livez login manifest media metrics my-account my-address my-balance my-changepwd my-email
  my-keys my-notice my-order my-security my-support my-wishlist news newsinfo newsletter office order pay-return paypal privacy-policy prod-api
  readyz refund-policy register reset-password robots sale sandbox search shipping simulators sitemap sitemaps success-payment well-known wholesale wish-mails
  withdraw`.split(/\s+/)),t=e=>e.length<=80&&/^[a-z0-9]+(-[a-z0-9]+)*$/.test(e),n=(e,t)=>e.length<=60&&(t===`language`?/^[a-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$/:/^[a-z0-9]+(-[a-z0-9]+)*$/).test(e);export{n,t as r,e as t};