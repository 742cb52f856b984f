package io.grape.bench.load;

/** What a broker says that sheds work. */
final class Overload {
    static final int CREATED = 201;
    static final int OK = 200;
    private static final int UNAVAILABLE = 503;
    private static final byte[] SHED = Http.ascii("\r\nGrape-Overloaded: ");

    private Overload() {}

    static boolean isShed(Response response) {
        return response.status() == UNAVAILABLE && response.indexOf(SHED, 0) >= 0;
    }
}
