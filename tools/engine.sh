# Read by the launcher: a Docker engine for the tests. One that answers is used as it is. Elsewhere a Debian root gets one
# that lives under target/ and as long as the launcher, and touches no other: it has a socket, a bridge and images of its own.

engine=
bridge=

engine_answers() { docker version >/dev/null 2>&1; }

start_engine() {
  engine_answers && return 0
  may_install && need_program ip iproute2 && need_unpacked dockerd docker.io || return 1
  local folder=$root/target/engine
  mkdir -p "$folder" && make_bridge && configure_engine "$folder" >"$folder/daemon.json" || return 1
  export DOCKER_HOST=unix://$folder/docker.sock
  # Its reaper's image would have to be pulled, and in a container it would look for another host than this.
  export TESTCONTAINERS_RYUK_DISABLED=true TESTCONTAINERS_HOST_OVERRIDE=127.0.0.1
  # With pdeathsig it ends with the launcher, however that ends.
  setpriv --pdeathsig TERM dockerd --config-file "$folder/daemon.json" >"$folder/log" 2>&1 </dev/null &
  engine=$!
  await_engine || { say "the Docker engine did not start, see $folder/log"; stop_engine; return 1; }
}

await_engine() {
  local waited=0
  until engine_answers; do
    waited=$((waited + 1))
    [ $waited -lt 300 ] && kill -0 "$engine" 2>/dev/null || return 1
    sleep 0.2
  done
}

# The addresses are of the block for benchmarks (RFC 2544), which nobody routes; which of them, the process decides.
make_bridge() {
  local link holder
  for link in /sys/class/net/grape-*; do
    holder=${link##*grape-}
    [ -e "$link" ] && ! kill -0 "$holder" 2>/dev/null && ip link del "grape-$holder"
  done
  bridge=grape-$$
  ip link add "$bridge" type bridge 2>/dev/null || { bridge=; return 1; }
  ip addr add "198.18.$(($$ / 16 % 256)).$(($$ % 16 * 16 + 1))/28" dev "$bridge" && ip link set "$bridge" up
}

# A limit above the machine's own cannot be set where even root may not raise it, as inside a container.
configure_engine() {
  local folder=$1 files
  files=$(ulimit -Hn)
  [ "$files" = unlimited ] && files=20000
  cat <<JSON
{
  "hosts": ["unix://$folder/docker.sock"],
  "data-root": "$folder/data",
  "exec-root": "$folder/exec",
  "pidfile": "$folder/pid",
  "deprecated-key-path": "$folder/key.json",
  "storage-driver": "vfs",
  "bridge": "$bridge",
  "iptables": false,
  "ip6tables": false,
  "ip-forward": false,
  "exec-opts": ["native.cgroupdriver=cgroupfs"],
  "default-ulimits": {"nofile": {"Name": "nofile", "Hard": $files, "Soft": $files}}
}
JSON
}

stop_engine() {
  [ -n "$engine" ] && kill "$engine" 2>/dev/null && wait "$engine" 2>/dev/null
  [ -n "$bridge" ] && ip link del "$bridge" 2>/dev/null
  # It may have been mounted upon itself.
  [ -n "$engine" ] && { umount "$root/target/engine/data"; rm -rf "$root/target/engine/data"; } 2>/dev/null
  engine=
  bridge=
}
