package io.grape.bench.load;

/** What a broker says that sheds work. */
final class Overload {
    static final int CREATED = 201;
    static final int OK = 200;
    static final int TOO_MANY = 429;
    static final int UNAVAILABLE = 503;
    private static final byte[] SHED = Http.ascii("\r\nGrape-Overloaded: ");

    private Overload() {}

    static boolean isShed(Response response) {
        return response.status() == UNAVAILABLE && response.indexOf(SHED, 0) >= 0;
    }
}
