# Runs a program for as long as standard input stays open: its end, also that of a process killed with -9, ends the program
# with SIGTERM. Arguments: log file, then the command. Writes its process id to standard output; exits as the program does.
log=$1
shift

# A signal to the whole process group, such as Ctrl-C, is for who started it, and ends its programs in order: a broker still
# needs Redis while it drains.
trap '' HUP INT QUIT TERM
if command -v setsid >/dev/null 2>&1; then
  set -- setsid "$@"
elif command -v perl >/dev/null 2>&1; then
  set -- perl -MPOSIX -e 'POSIX::setsid(); exec { $ARGV[0] } @ARGV' "$@"
fi

# What runs in the background would read from /dev/null.
exec 3<&0
# A JVM that begins with SIGTERM ignored goes on ignoring it.
(trap - HUP INT QUIT TERM; exec "$@") </dev/null >>"$log" 2>&1 3<&- &
program=$!
echo "$program"
{
  read -r _ <&3
  kill -TERM "$program"
} >/dev/null 2>&1 &
watch=$!
exec 3<&- >/dev/null

wait "$program"
status=$?
# Not for the log, which is the program's: some shells say that what they wait for was killed.
{ kill -KILL "$watch"; wait "$watch"; } 2>/dev/null
exit "$status"
