#!/bin/sh
# Tries both configurations against a running shop, by hand: docs/edge/try.sh [port of the shop]
# Needs Debian's packages nginx and varnish (with gcc). Everything listens on loopback and is ended again; give the shop
# TRUSTED_PROXIES=127.0.0.1 and PURGE_URL=http://127.0.0.1:3119/ to see its own purges too.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
shop=${1:-3000}
work=$(mktemp -d)
trap 'kill "$(cat "$work/nginx.pid")" "$(cat "$work/varnish.pid")" 2>/dev/null || true; rm -rf "$work"' EXIT

sed "s#/var/cache/nginx/latchkey#$work/cache#; s#127.0.0.1:3000#127.0.0.1:$shop#; s#127.0.0.1:8080#127.0.0.1:3118#" "$here/nginx.conf" > "$work/shop.conf"
cat > "$work/nginx.conf" <<END
pid $work/nginx.pid; error_log $work/error.log;
events {}
http { access_log off; client_body_temp_path $work/b; proxy_temp_path $work/p; fastcgi_temp_path $work/f; uwsgi_temp_path $work/u; scgi_temp_path $work/s; include $work/shop.conf; }
END
nginx -c "$work/nginx.conf"
sed "s#.port = \"3000\"#.port = \"$shop\"#" "$here/varnish.vcl" > "$work/shop.vcl"
varnishd -a 127.0.0.1:3119 -f "$work/shop.vcl" -n "$work/varnish" -P "$work/varnish.pid" -s malloc,64m

failed=0
is() { # is WHAT EXPECTED ACTUAL
  if [ "$2" = "$3" ]; then echo "ok    $1"; else echo "FAILS $1: $3 instead of $2"; failed=1; fi
}
kept() { curl -s -o /dev/null -D - --compressed "$@" | tr -d '\r' | sed -n 's/^X-Cache: //ip'; }
language() { curl -s "$@" | grep -o '<html lang="[^"]*"' | head -1; }

for port in 3118 3119; do
  at=http://127.0.0.1:$port
  kept $at/ > /dev/null
  case $(kept $at/) in HIT | [1-9]*) is "$port keeps a page" kept kept ;; *) is "$port keeps a page" kept not ;; esac
  for path in /success-payment /prod-api/api/home/rate /checkout?lang=de; do
    kept "$at$path" > /dev/null
    case $(kept "$at$path") in MISS | 0) is "$port never keeps $path" not not ;; *) is "$port never keeps $path" not kept ;; esac
  done
  is "$port speaks the cookie's language" '<html lang="de"' "$(language -H 'cookie: a=b; locale=de' $at/)"
  is "$port speaks the browser's language" '<html lang="fr"' "$(language -H 'accept-language: fr' $at/)"
  is "$port speaks English to the rest" '<html lang="en-US"' "$(language -H 'cookie: orders=secret' $at/)"
  etag=$(curl -s -o /dev/null -D - -H 'accept-encoding: gzip' $at/ | tr -d '\r' | sed -n 's/^etag: //ip')
  is "$port answers 304" 304 "$(curl -s -o /dev/null -w '%{http_code}' -H 'accept-encoding: gzip' -H "if-none-match: W/$etag" $at/)"
done
at=http://127.0.0.1:3119
purge() { curl -s -o /dev/null -w '%{http_code}' -X PURGE -H "surrogate-key: $1" $at/; }
kept $at/ > /dev/null
is 'a purge of something else' 200 "$(purge 'p:999999999')"
case $(kept $at/) in 0) is 'leaves the page' kept dropped ;; *) is 'leaves the page' kept kept ;; esac
is 'a purge of what it shows' 200 "$(purge 'p:999999999 c:home')"
is 'drops the page' 0 "$(kept $at/)"
is 'a purge of nothing is refused' 400 "$(purge '')"
exit $failed
