package io.grape.address;

public record NodeAddress(String host, int port) {
    @Override
    public String toString() {
        return (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
    }
}
