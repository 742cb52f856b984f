# Read by the launcher: an archive of the classes of a broker, with which it starts in less than half of the CPU (class data sharing of
# the JVM). It is made by a broker that starts, serves one job and ends. Where that fails, brokers start without it.

archive=
with_archive=()

# The archive of a jar: beside it, made by the same build.
aim_archive() {
  archive=${jar%.jar}.jsa
  with_archive=()
  [ -f "$archive" ] && with_archive=("-XX:SharedArchiveFile=$archive" -Xshare:auto "-Xlog:cds*=off" "-Xlog:class+path=off")
}

make_archive() {
  need_java
  archive=${jar%.jar}.jsa
  local directory broker waited=0
  directory=$(mktemp -d) || return
  "$java" -XX:ArchiveClassesAtExit="$archive.part" "-Xlog:cds*=off" -jar "$jar" --host 127.0.0.1 --http-port 0 --console-port 0 \
    --beanstalkd-port 0 --data-dir "$directory/data" >"$directory/out" 2>"$directory/log" </dev/null &
  broker=$!
  until grep -q '^grape is ready' "$directory/out" 2>/dev/null; do
    waited=$((waited + 1))
    [ $waited -lt 600 ] && kill -0 $broker 2>/dev/null || break
    sleep 0.1
  done
  live_once "$(sed -n 's|^grape is ready http=http://\([0-9.]*\):\([0-9]*\) .*|/dev/tcp/\1/\2|p' "$directory/out")" >/dev/null 2>&1
  kill $broker 2>/dev/null
  wait $broker
  mv "$archive.part" "$archive" 2>/dev/null || say "no archive of classes was made: brokers start without it"
  rm -rf "$directory"
}

# One of the command line interface, made by a call that reaches nobody.
make_archive_of_cli() {
  archive=${jar%.jar}.jsa
  "$java" -XX:ArchiveClassesAtExit="$archive.part" "-Xlog:cds*=off" -XX:+UseSerialGC -XX:TieredStopAtLevel=1 \
    -jar "$jar" peek archive one --url http://127.0.0.1:1 --timeout 1s >/dev/null 2>&1 </dev/null
  mv "$archive.part" "$archive" 2>/dev/null || say "no archive of classes was made: words of the command line start without it"
}

# The life of a job, over the port $1.
live_once() {
  [ -n "$1" ] || return
  local lease
  ask "$1" PUT /v1/tubes/archive/jobs/one hello
  lease=$(ask "$1" POST "/v1/tubes/archive/consume?waitMs=10" | sed -n 's/.*"lease":"\([^"]*\)".*/\1/p')
  ask "$1" POST "/v1/tubes/archive/jobs/one/finish?lease=$lease"
  ask "$1" GET /v1/overview
  ask "$1" GET /metrics
}

ask() {
  local body=${4:-}
  exec 9<>"$1" || return
  printf '%s %s HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: %s\r\n\r\n%s' "$2" "$3" "${#body}" "$body" >&9
  cat <&9
  exec 9<&- 9>&-
}
