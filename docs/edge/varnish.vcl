# Latchkey behind Varnish (6 or later). Mend the lines marked CHANGE; tell the shop who its proxy is and where its changes
# go: TRUSTED_PROXIES=127.0.0.1, PUBLIC_URL=https://your.shop, PURGE_URL=http://127.0.0.1:6081/.
#
# What is kept: what says `CDN-Cache-Control` (pages which are the same for everybody: five minutes, or until the shop says
# that something on them changed; that a page has moved or is gone: ten seconds) and files whose name carries their content.
# A page past its time is shown for one minute more, while the next is fetched or the shop does not answer; one of which the
# shop has said that it is outdated is not shown at all.
vcl 4.1;

import std;

backend latchkey {
  .host = "127.0.0.1"; # CHANGE: where the shop listens
  .port = "3000"; # CHANGE
}

# Who may say that pages are outdated: the machines that the shop runs on.
acl shop {
  "127.0.0.1"; # CHANGE
  "::1";
}

sub vcl_recv {
  if (req.method == "PURGE") {
    if (client.ip !~ shop) {
      return (synth(405, "Only the shop says what is outdated"));
    }
    if (req.http.Surrogate-Key !~ "^[\w:.-]+( [\w:.-]+)*$") {
      return (synth(400, "Surrogate-Key names what is outdated"));
    }
    if (req.http.Surrogate-Key == "all") {
      ban("obj.http.Surrogate-Key ~ .");
    } else {
      ban("obj.http.Surrogate-Key ~ (^|\s)(" + regsuball(req.http.Surrogate-Key, " ", "|") + ")(\s|$)");
    }
    return (synth(200, "Outdated"));
  }
  if (req.method != "GET" && req.method != "HEAD") {
    return (pass);
  }
  # Every answer belongs to one visitor.
  if (req.url ~ "^/(prod-api|sandbox|pay-return|success-payment|checkout|order|healthz|readyz|metrics)([/?]|$)") {
    return (pass);
  }
  # What advertisers add to an address makes no page of its own.
  set req.url = regsuball(req.url, "([?&])(?:(?:utm_\w+|gclid|gbraid|wbraid|dclid|fbclid|msclkid|ttclid|twclid|yclid|mc_[ce]id|_ga|_gl)=[^&]*(?:&|$))+", "\1");
  set req.url = regsub(req.url, "[?&]$", "");
  # Language and currency make another page, as far as the shop has them; it hears nothing else of cookies and languages.
  # CHANGE: your shop's languages (here and below) and currencies; a page in another currency is the shop's to answer.
  set req.http.X-Locale-Chosen = regsub(req.http.Cookie, "^(?:.*;)?\s*locale=(en-US|zh-CN|ar|cz|de|es|fr|hu|it|ja|ko|nl|pl|pt|ro|ru|tr|zh_tw)\s*(?:;.*)?$|^.*$", "\1");
  set req.http.X-Currency-Chosen = regsub(req.http.Cookie, "^(?:.*;)?\s*currencyType=([A-Z]{3})\s*(?:;.*)?$|^.*$", "\1");
  set req.http.Cookie = "locale=" + req.http.X-Locale-Chosen + "; currencyType=" + req.http.X-Currency-Chosen;
  # The first of the browser's that the shop speaks: browsers name them as they are wanted.
  if (req.http.X-Locale-Chosen ~ "." || req.http.Accept-Language !~ "(?i)(?:^|,)\s*(?:ar|cs|de|en|es|fr|hu|it|ja|ko|nl|pl|pt|ro|ru|tr|zh)(?![a-z])") {
    unset req.http.Accept-Language;
  } else {
    set req.http.Accept-Language = std.tolower(regsub(req.http.Accept-Language, "(?i)^.*?(?:^|,)\s*((?:ar|cs|de|en|es|fr|hu|it|ja|ko|nl|pl|pt|ro|ru|tr|zh-(?:hant|tw|hk|mo)|zh)(?![a-z])).*$", "\1"));
  }
  set req.http.X-Unusual = "";
  if (req.http.X-Currency-Chosen ~ "." && req.http.X-Currency-Chosen !~ "^(?:USD|EUR|GBP|CNY|JPY|KRW|HKD|TWD|BRL|CAD|AUD|CHF|SEK|INR|MXN|SGD)$") {
    set req.http.X-Unusual = "1";
  }
  # What pages read in an address, in the order in which their links say it. What says anything else, the shop answers.
  if (req.url ~ "\?" && req.url !~ "^[^?]*\?(?:name=[^&]*(?:&|$))?(?:stock=[^&]*(?:&|$))?(?:low=[^&]*(?:&|$))?(?:high=[^&]*(?:&|$))?(?:in=[^&]*(?:&|$))?(?:platform=[^&]*(?:&|$))?(?:region=[^&]*(?:&|$))?(?:genre=[^&]*(?:&|$))?(?:language=[^&]*(?:&|$))?(?:sort=[^&]*(?:&|$))?(?:size=[^&]*(?:&|$))?(?:page=[^&]*(?:&|$))?(?:sku=[^&]*(?:&|$))?(?:id=[^&]*(?:&|$))?(?:open=(?:best-sellers|latest-releases|hottest)(?:&|$))?(?:lang=[^&]*(?:&|$))?$") {
    set req.http.X-Unusual = "1";
  }
  unset req.http.X-Locale-Chosen;
  unset req.http.X-Currency-Chosen;
  if (req.http.X-Unusual == "1") {
    unset req.http.X-Unusual;
    return (pass);
  }
  unset req.http.X-Unusual;
  return (hash);
}

sub vcl_backend_response {
  if (beresp.http.CDN-Cache-Control ~ "max-age=\d") {
    set beresp.ttl = std.duration(regsub(beresp.http.CDN-Cache-Control, "^.*max-age=(\d+).*$", "\1s"), 0s);
    # What is no page may be one by now.
    set beresp.grace = 0s;
    if (beresp.status == 200) {
      set beresp.grace = 60s;
    }
  }
  # A shop that is away or has too much to do: what is kept is better.
  if (beresp.status >= 500 && bereq.is_bgfetch) {
    return (abandon);
  }
}

sub vcl_deliver {
  # For caches, not for browsers.
  unset resp.http.Surrogate-Key;
  unset resp.http.Surrogate-Control;
  set resp.http.X-Cache = obj.hits;
}
