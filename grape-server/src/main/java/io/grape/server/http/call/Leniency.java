package io.grape.server.http.call;

/**
 * What a call lets through.
 *
 * @param anything unknown and repeated query parameters, bodies that it does not read or that are compressed, and
 *     slashes too many in its path; but no HEAD for its GET
 * @param whileDraining true when it is answered by a broker that goes down, too
 * @param worth what it is worth where there is not room for everything
 */
public record Leniency(boolean anything, boolean whileDraining, CallClass worth) {
    static final Leniency STRICTLY = new Leniency(false, false, CallClass.USUAL);
}
