package io.grape.server.admission;

/**
 * The names under which a client may have a quota.
 *
 * @param name its token, its user with the prefix {@code user:}, or its address
 * @param group the same, but for an IPv6 address its /64 network, because a client usually owns the whole network
 */
public record ClientName(String name, String group) {
    /** Reads what {@link #toString} wrote. */
    static ClientName parse(String text) {
        int space = text.indexOf(' ');
        return new ClientName(text.substring(0, space), text.substring(space + 1));
    }

    /** Both, with a space between, which no name has. */
    @Override
    public String toString() {
        return name + ' ' + group;
    }
}
