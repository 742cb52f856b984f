package io.grape.server.http.call;

/** What a call is worth where there is not room for everything. All but the usual ones and streams are answered while a broker drains, too. */
public enum CallClass {
    /** It is told to come back. */
    USUAL,
    /** It has room of its own, waits its turn there, and is never refused: an acknowledgement that is not taken makes more work. */
    ACKNOWLEDGEMENT,
    /** It tells what this broker is, and is told to come back as a usual one is. */
    DESCRIPTION,
    /** It stays open: each user and token has a number of them. */
    STREAM,
    /** It has places and memory of its own. */
    SCRAPE,
    /** It is answered whatever else there is. */
    HEALTH
}
