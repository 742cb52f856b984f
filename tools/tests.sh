# Read by the launcher: the lanes of ./grape test, and what is told at its end.
#
# Tags: `apart` is for what kills processes or starts clusters; it runs after all the others, two classes at a time.
# `slow` is for classes that take more than five seconds, `long` for what takes minutes: the quick lane leaves out both,
# the default lane what is long.

# The seed of everything random. Where CI is set it is fixed, so that a change is judged by the same run each time.
choose_seed() {
  local option
  for option in "$@"; do
    case $option in -Dgrape.seed=*) seed=${option#*=}; return ;; esac
  done
  seed=20260101
  if [ -z "${CI:-}" ] || [ "$lane" = long ]; then
    seed=$((RANDOM * 32768 + RANDOM))
  fi
}

check_lua() {
  if ! need_program luacheck lua-check; then
    say "SKIPPED: luacheck is not installed, so the Lua scripts were NOT checked"
    return 0
  fi
  (cd "$root" && luacheck --no-color grape-core/src/main/resources/lua)
}

# ESLint, Redocly and a client of beanstalkd, at the versions of their lock file, in a folder of the build.
need_linters() {
  local folder=$root/target/lint
  has npm && mkdir -p "$folder" && cp "$root"/tools/lint/* "$folder" || return 1
  if ! cmp -s "$folder/package-lock.json" "$folder/fetched"; then
    say "fetching ESLint and Redocly"
    (cd "$folder" && npm ci --ignore-scripts --no-audit --no-fund --fetch-retries=1) >"$folder/log" 2>&1 </dev/null || return 1
    cp "$folder/package-lock.json" "$folder/fetched"
  fi
  # An older Node does not run them.
  "$folder/node_modules/.bin/eslint" --version >/dev/null 2>&1
}

# The console's JavaScript, and the document of the HTTP API by the rules that Redocly recommends, without a warning.
check_with_npm() {
  if ! need_linters; then
    say "SKIPPED: npm and Node 20.19 or newer are needed, so the console's JavaScript and openapi.json were NOT checked"
    return 0
  fi
  (cd "$root" && target/lint/node_modules/.bin/eslint --no-color --config target/lint/eslint.config.mjs \
    grape-console/src/main/resources/console/js) || fault "ESLint found faults"
  check_openapi "$root/grape-server/src/main/resources/io/grape/server/http/admin/openapi.json" ||
    fault "Redocly found faults in openapi.json"
}

check_openapi() {
  (cd "$root/target/lint" && export REDOCLY_TELEMETRY=off REDOCLY_SUPPRESS_UPDATE_NOTICE=true &&
    node_modules/.bin/redocly lint --extends recommended-strict "$1" >redocly.log 2>&1 || { cat redocly.log; return 1; })
}

# Programs that tests need besides; what a machine lacks is said aloud.
equip() {
  find_haproxy || say "SKIPPED: haproxy is not installed, so brokers behind a balancer were NOT tested"
  need_unpacked promtool prometheus || say "SKIPPED: promtool is not installed, so the alerts were NOT tested"
  need_unpacked redis-server redis-server || say "SKIPPED: redis-server is not installed, so TLS to Sentinels and to a Cluster was NOT tested"
  need_unpacked beanstalkd beanstalkd || say "SKIPPED: beanstalkd is not installed, so our protocol was NOT compared with it"
  find_postgres || say "SKIPPED: postgresql is not installed, so the outbox was NOT tested with PostgreSQL"
  # Without the package mariadb-server, which depends on this one, no daemon starts.
  need_program mariadbd mariadb-server-core || say "SKIPPED: mariadb-server-core is not installed, so the outbox was NOT tested with MariaDB"
  need_program docker-compose docker-compose || say "SKIPPED: docker-compose is not installed, so docker-compose.yml was NOT checked"
  need_program chromium chromium || say "SKIPPED: chromium is not installed, so the console was NOT tested"
  need_program python3 python3 || say "SKIPPED: python3 is not installed, so the worker in Python was NOT tested"
  has node || say "SKIPPED: Node.js is not installed, so the worker in JavaScript was NOT tested"
  [ "$lane" != long ] || equip_clients
  find_faults || say "SKIPPED: strace or faketime is not installed, so power cuts or steps of clocks were NOT tested"
  [ "$lane" != long ] || need_program busybox busybox-static || say "SKIPPED: busybox is not installed, so the container image was NOT tested"
  [ "$lane" = quick ] || start_engine || say "SKIPPED: no Docker engine answers, so Redis in a container was NOT tested"
}

# What clients that are generated of openapi.json need.
equip_clients() {
  need_program go golang-go || say "SKIPPED: golang-go is not installed, so the generated client in Go was NOT built"
  find_pydantic || say "SKIPPED: there is no pydantic 2, so the generated client in Python was compiled and NOT run"
}

# Adds up the heads of every module's reports into "passed failed skipped flaky". Only the first head in a
# file counts: a test may print another.
count_tests() {
  awk '
    function attribute(name) {
      if (!match($0, " " name "=\"[0-9]+\"")) return 0
      return substr($0, RSTART + length(name) + 3, RLENGTH - length(name) - 4) + 0
    }
    FNR == 1 { head = 1 }
    head && /^<testsuite / {
      head = 0
      bad = attribute("errors") + attribute("failures")
      failed += bad
      skipped += attribute("skipped")
      flaky += attribute("flakes")
      passed += attribute("tests") - bad - attribute("skipped")
    }
    END { printf "%d %d %d %d\n", passed, failed, skipped, flaky }' \
    "${reports[@]}"
}

# What failed, or failed once, with its message and the frames in our own code: Maven's log has it far above its end.
# With `names`, only a line for each: how it went, its module, its name.
tell_failures() {
  awk -v names="$1" '
    function plain(text) {
      gsub(/&lt;/, "<", text); gsub(/&gt;/, ">", text); gsub(/&quot;/, "\"", text); gsub(/&amp;/, "\\&", text)
      return text
    }
    function attribute(name,    from) {
      from = index($0, " " name "=\"")
      if (!from) return ""
      from = substr($0, from + length(name) + 3)
      return plain(substr(from, 1, index(from, "\"") - 1))
    }
    FNR == 1 { left = 0; module = FILENAME; sub(/\/target\/.*/, "", module); sub(/.*\//, "", module) }
    /^  <testcase / { left = 0; test = attribute("classname") "." attribute("name") }
    /^    <(failure|error|flakyFailure|flakyError)[ >]/ {
      how = /<flaky/ ? "FLAKY" : "FAILED"
      if (names) { print how, module, test; next }
      left = 20
      print "\n" how, module, test
    }
    /^    <(rerun|system-)/ { left = 0 }
    /<!\[CDATA\[/ { sub(/.*<!\[CDATA\[/, "") }
    left > 0 && !/^ *(<.*)?$/ && !(/^\tat / && !/^\tat .*io\.grape\./) && !/^\]\]>/ {
      left--
      print substr(plain($0), 1, 500)
    }
    /^\]\]>/ { left = 0 }' \
    "${reports[@]}" | if [ -n "$1" ]; then sort -u; else cat; fi
}

# The ten classes that took the longest, with their seconds and their module.
tell_slowest() {
  awk '
    function attribute(name,    from) {
      from = substr($0, index($0, " " name "=\"") + length(name) + 3)
      return substr(from, 1, index(from, "\"") - 1)
    }
    FNR == 1 { head = 1 }
    head && /^<testsuite / {
      head = 0
      module = FILENAME; sub(/\/target\/.*/, "", module); sub(/.*\//, "", module)
      seconds = attribute("time"); gsub(",", "", seconds)
      printf "%.1f s %s %s\n", seconds, module, attribute("name")
    }' \
    "${reports[@]}" | LC_ALL=C sort -rn | head -n 20
}

find_reports() {
  reports=("$root"/*/target/surefire-reports/TEST-*.xml)
  [ -e "${reports[0]}" ] || reports=(/dev/null)
}

# One run of Maven over all modules; a module that fails keeps only those back that are built on it.
maven_tests() {
  mvn -B -ntp -f "$root/pom.xml" --fail-at-end -Dgrape.seed="$seed" -Dgrape.sequences="$sequences" -Dgrape.faults="$share" \
    -Dgrape.keys.seeds="$seeds" -Dgrape.gates.seeds="$seeds" -Dgrape.schedules.seeds="$seeds" \
    -Dgrape.fuzz.answers="$answers" -Dgrape.fuzz.requests="$requests" -Dgrape.fuzz.commands="$commands" "$@" </dev/null ||
    fault "the build failed"
}

# What fails a run besides a test: told at once, and again at the end, where it is looked for.
fault() {
  say "$1"
  faults+=("$1")
}

# The end of a run: what failed, and how many passed. Its status is the run's.
tell_end() {
  local passed failed skipped flaky
  read -r passed failed skipped flaky <<COUNTS
$(count_tests)
COUNTS
  [ $((passed + failed)) -gt 0 ] || fault "no test ran"
  tell_failures ""
  # Maven leaves a colour reset behind without a line end.
  printf '\nthe slowest classes:\n'
  tell_slowest
  tell_failures names
  [ ${#faults[@]} -eq 0 ] || printf 'FAILED: %s\n' "${faults[@]}"
  printf '%s\n' "$passed passed, $failed failed, $skipped skipped, $flaky flaky, -Dgrape.seed=$seed"
  [ "$failed" -eq 0 ] && [ ${#faults[@]} -eq 0 ]
}

run_tests() {
  need_java
  need_maven
  local faults=() lane=default seed reports left_out=long
  local sequences=500 seeds=5 share=10 answers=5000 requests=10000 commands=10000
  case ${1:-} in
    quick | long) lane=$1; shift ;;
  esac
  case $lane in
    quick) left_out="long | slow" sequences=200 seeds=2 ;;
    # A tag that no test has: nothing is left out.
    long) left_out=none sequences=15000 seeds=40 share=1 answers=50000 requests=200000 commands=100000 ;;
  esac
  choose_seed "$@"
  rm -rf "$root"/*/target/surefire-reports
  check_lua || fault "luacheck found faults"
  check_with_npm
  trap stop_engine EXIT
  trap 'exit 129' HUP
  trap 'exit 130' INT
  trap 'exit 143' TERM
  equip
  maven_tests -T 2 verify -Dtest.left.out="$left_out | apart" "$@"
  [ "$lane" = quick ] || maven_tests package -Dtest.left.out="$left_out" -Dtest.only=apart -Dtest.processes=2 "$@"
  find_reports
  tell_end
  exit
}
