package io.grape.bench.load;

import java.net.InetSocketAddress;

/** A talk and the server that it talks to. */
public record TimedCall(InetSocketAddress server, ConnectionScript talk) {}
