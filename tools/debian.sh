# Read by the launcher: programs that tests need, where a Debian root may fetch them. Without that each says no.

may_install() { [ "$(id -u)" -eq 0 ] && [ -f /etc/debian_version ]; }

has() { command -v "$1" >/dev/null 2>&1; }

# apt-get, quietly; with fresh lists where it fails with the old ones.
quiet_apt() {
  (apt-get "$@" || { apt-get update && apt-get "$@"; }) >/dev/null 2>&1 </dev/null
}

# Has the program $1, if need be by installing the package $2.
need_program() {
  if ! has "$1" && may_install; then
    say "installing $2"
    DEBIAN_FRONTEND=noninteractive quiet_apt install -y --no-install-recommends "$2"
  fi
  has "$1"
}

# The same for a package that would start a daemon once installed: it and what it needs are unpacked to a folder of the build.
need_unpacked() {
  local folder=$root/target/debian/$2 package
  local part=$folder.part
  PATH=$PATH:$folder/run
  if ! has "$1" && may_install; then
    say "unpacking $2"
    rm -rf "$part" && mkdir -p "$part/archives/partial" || return 1
    quiet_apt install -y --no-install-recommends --download-only -o Dir::Cache::archives="$part/archives" "$2"
    for package in "$part/archives"/*.deb; do
      [ -e "$package" ] && dpkg -x "$package" "$part/root"
    done
    make_runnable "$part/root" "$folder"
    # As a whole, so that nobody finds half of it; with what it lacks it would not run.
    rm -rf "$folder" && mv "$part/root" "$folder" 2>/dev/null
    rm -rf "$part"
  fi
  has "$1"
}

# For each program of $1, which will be moved to $2, a script in its folder run: the program finds the libraries beside it.
make_runnable() {
  local program libraries=$2/usr/lib/$(uname -m)-linux-gnu:$2/lib/$(uname -m)-linux-gnu
  mkdir -p "$1/run" || return 1
  for program in "$1"/usr/bin/* "$1"/usr/sbin/* "$1"/usr/lib/postgresql/*/bin/*; do
    [ -e "$program" ] || continue
    printf '#!/bin/sh\nLD_LIBRARY_PATH=%s exec "%s" "$@"\n' "'$libraries'" "$2${program#"$1"}" >"$1/run/${program##*/}"
  done
  chmod +x "$1"/run/*
}

# PostgreSQL. Debian keeps its programs where no PATH leads.
find_postgres() {
  local folder
  for folder in /usr/lib/postgresql/*/bin; do
    has initdb || { [ -x "$folder/initdb" ] && PATH=$folder:$PATH; }
  done
  need_unpacked initdb postgresql
}

# What a generated client in Python imports. Debian has pydantic 2 since its release 13.
find_pydantic() {
  local imports='import dateutil, pydantic, urllib3; assert pydantic.VERSION >= "2" and urllib3.__version__ >= "2"'
  if ! python3 -c "$imports" 2>/dev/null && may_install && apt-cache show python3-pydantic 2>/dev/null | grep -q '^Version: 2'; then
    say "installing python3-pydantic"
    DEBIAN_FRONTEND=noninteractive quiet_apt install -y --no-install-recommends python3-pydantic python3-urllib3 python3-dateutil
  fi
  python3 -c "$imports" 2>/dev/null
}
