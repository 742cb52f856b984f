package io.grape.junit;

import java.io.IOException;

/** Has a broker until its standard input ends, as a JVM of tests has. */
final class BrokerProgram {
    private BrokerProgram() {}

    public static void main(String[] args) throws IOException {
        System.out.println(TestBroker.start().uri());
        System.exit(System.in.read() < 0 ? 0 : 1);
    }
}
