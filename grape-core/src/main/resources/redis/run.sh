# Runs a Redis for as long as standard input stays open: its end, also that of a process killed with -9, stops Redis.
# Arguments: log file, then the command. Writes the process id of Redis to standard output; exits as Redis does.
log=$1
shift

# A signal to the whole process group, such as Ctrl-C, is for the broker: it still needs Redis while it drains.
trap '' HUP INT QUIT TERM
if command -v setsid >/dev/null 2>&1; then
  set -- setsid "$@"
elif command -v perl >/dev/null 2>&1; then
  set -- perl -MPOSIX -e 'POSIX::setsid(); exec { $ARGV[0] } @ARGV' "$@"
fi

# What runs in the background would read from /dev/null.
exec 3<&0
"$@" </dev/null >>"$log" 2>&1 3<&- &
redis=$!
echo "$redis"
{
  read -r _ <&3
  kill -TERM "$redis"
} >/dev/null 2>&1 &
watch=$!
exec 3<&- >/dev/null

wait "$redis"
status=$?
kill -KILL "$watch" 2>/dev/null
wait "$watch"
exit "$status"
