#!/usr/bin/env bash
# Records what a release leaves in Redis, for UpgradeTest: run it beside a broker of that release, on an empty Redis 7.0.
#   git worktree add ../old e97fd068 && cd ../old && ./grape server --redis redis://127.0.0.1:7777 --http-port 9777 --namespace old
#   record.sh http://127.0.0.1:9777 7777 > e97fd068.txt
# A line is a key and its DUMP in base64. Keys with a TTL are left out.
set -eu
api=$1/v1/tubes port=$2
call() { curl -sS -o /dev/null -X "$@"; }
lease() { curl -sS -X POST "$api/$1/consume" | sed 's/.*"lease":"\([0-9]*\)".*/\1/'; }

call PUT "$api/orders" -d '{"ttrMs":120000,"maxAttempts":3}'
for id in finished released buried kicked spent; do call PUT "$api/orders/jobs/$id?priority=1" -d "payload of $id"; sleep 0.1; done
call POST "$api/orders/jobs/finished/finish?lease=$(lease orders)"
call POST "$api/orders/jobs/released/release?delayMs=3000000000000&lease=$(lease orders)"
call POST "$api/orders/jobs/buried/bury?reason=broken&lease=$(lease orders)"
call POST "$api/orders/jobs/kicked/bury?reason=broken&lease=$(lease orders)"
call POST "$api/orders/jobs/kicked/kick"
lease orders > /dev/null
call PUT "$api/orders/jobs/ready" -H 'Content-Type: application/json' -d '{"n":1}'
call PUT "$api/orders/jobs/large" -H 'Grape-Header-Traceparent: 00-1-2-01' -d "$(printf '%02000d' 7)"
call PUT "$api/orders/jobs/delayed?delayMs=3000000000000&ttrMs=5000&maxAttempts=7" -d later
call PUT "$api/orders/jobs/coming?delayMs=3000000000000&priority=5" -d later
call PUT "$api/orders/jobs/deleted" -d x
call DELETE "$api/orders/jobs/deleted"
call PUT "$api/quiet/jobs/a" -d x
call POST "$api/quiet/pause?reason=maintenance"

redis-cli -p "$port" --raw keys 'old:[t{]*' | grep -v samples | sort | while read -r key; do
  [ "$(redis-cli -p "$port" --raw ttl "$key")" = -1 ] || continue
  printf '%s %s\n' "$key" "$(redis-cli -p "$port" --raw dump "$key" | head -c -1 | base64 -w 0)"
done
