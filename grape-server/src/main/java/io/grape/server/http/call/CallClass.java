package io.grape.server.http.call;

/**
 * Which connections, places and memory a broker has for a call when there is too little for all. All but the usual ones and those that stay
 * open are answered while a broker drains, too. {@link Endpoint#work} says in which order calls are shed.
 */
public enum CallClass {
    /** Refused when there is no room. */
    USUAL,
    /** Has room of its own, waits its turn there, and is never refused: an acknowledgement that is not taken makes more work. */
    ACKNOWLEDGEMENT,
    /** Says what this broker is. Refused when there is no room. */
    DESCRIPTION,
    /** Stays open: each user and token has a limited number of them. */
    STREAM,
    /** Stays open for as long as its worker lives: only connections limit how many there are. */
    PRESENCE,
    /** Has places and memory of its own. */
    SCRAPE,
    /** Is answered in any case. */
    HEALTH
}
