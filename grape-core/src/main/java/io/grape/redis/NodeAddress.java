package io.grape.redis;

record NodeAddress(String host, int port) {
    @Override
    public String toString() {
        return (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
    }
}
