package io.grape.server.quota;

/**
 * By what names a client may have a quota.
 *
 * @param name of its token, of its user with {@code user:} before it, or its address
 * @param group the same; of an IPv6 address the network of 64 bits: who has one address of it has them all
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
