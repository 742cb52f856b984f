package io.grape.server.address;

import io.netty.handler.ipfilter.IpFilterRuleType;
import io.netty.handler.ipfilter.IpSubnetFilterRule;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The proxies that are believed when they say in {@code X-Forwarded-For} whom they heard a request from. Immutable.
 *
 * <p>Each proxy adds the address that it heard from at the end, so what stands left of the last one that is no trusted proxy may be
 * made up. Source: {@code docs/access.md#addresses}.
 */
public final class TrustedProxies {
    /** Nobody is believed. */
    public static final TrustedProxies NONE = new TrustedProxies(List.of());

    private static final Pattern NETWORK = Pattern.compile("([0-9A-Fa-f:.]{2,45})(?:/([0-9]{1,3}))?");
    /** Some proxies tell the port, too. */
    private static final Pattern WITH_PORT = Pattern.compile("\\[([^]]+)](?::[0-9]{1,5})?|([0-9.]+):[0-9]{1,5}");

    private static final int IPV4_BITS = 32;
    private static final int IPV6_BITS = 128;

    private final List<IpSubnetFilterRule> networks;

    private TrustedProxies(List<IpSubnetFilterRule> networks) {
        this.networks = List.copyOf(networks);
    }

    /** Reads addresses and networks with commas in between, such as {@code 127.0.0.1,10.0.0.0/8,fd00::/8}; empty where one is none. */
    public static Optional<TrustedProxies> parse(String text) {
        List<IpSubnetFilterRule> networks = new ArrayList<>();
        for (String part : text.split(",", -1)) {
            IpSubnetFilterRule network = network(part);
            if (network == null) {
                return Optional.empty();
            }
            networks.add(network);
        }
        return Optional.of(new TrustedProxies(networks));
    }

    private static @Nullable IpSubnetFilterRule network(String text) {
        Matcher parts = NETWORK.matcher(text);
        InetAddress address = parts.matches() ? CallerAddress.parse(parts.group(1)) : null;
        if (address == null) {
            return null;
        }
        int bits = address.getAddress().length * Byte.SIZE;
        int prefix = parts.group(2) == null ? bits : Integer.parseInt(parts.group(2));
        // A mapped address is one of IPv4 by now, and its prefix would be that of another family.
        boolean isMapped = bits == IPV4_BITS && text.indexOf(':') >= 0;
        return prefix > bits || bits > IPV6_BITS || isMapped
                ? null
                : new IpSubnetFilterRule(address, prefix, IpFilterRuleType.ACCEPT);
    }

    /** True for the address of one of them, null = of nobody. */
    public boolean includes(@Nullable String address) {
        InetAddress read = networks.isEmpty() || address == null ? null : CallerAddress.parse(address);
        return read != null && includes(read);
    }

    private boolean includes(InetAddress address) {
        InetSocketAddress one = new InetSocketAddress(address, 0);
        return networks.stream().anyMatch(network -> network.matches(one));
    }

    /**
     * Who calls: the one that is connected or, where that is a proxy, whom it heard from, until one is no proxy. An entry that is no
     * address ends the search: its proxy is all that is known.
     *
     * @param peer who is connected, null = that is not known
     * @param forwarded the headers {@code X-Forwarded-For}, in their order
     */
    public CallerAddress caller(@Nullable String peer, List<String> forwarded) {
        InetAddress nearest = peer == null ? null : CallerAddress.parse(peer);
        if (nearest == null) {
            return CallerAddress.UNKNOWN;
        }
        List<String> entries = networks.isEmpty() ? List.of() : entries(forwarded);
        int left = entries.size();
        while (left > 0 && includes(nearest)) {
            InetAddress before = entry(entries.get(--left));
            if (before == null) {
                break;
            }
            nearest = before;
        }
        return CallerAddress.of(nearest);
    }

    /** Whose part a connection takes: that of its address, of one of them nobody's. */
    public List<String> callers(@Nullable String peer) {
        return includes(peer) ? List.of() : List.of(caller(peer, List.of()).caller());
    }

    private static List<String> entries(List<String> headers) {
        List<String> entries = new ArrayList<>();
        for (String header : headers) {
            for (String entry : header.split(",", -1)) {
                if (!entry.isBlank()) {
                    entries.add(entry.strip());
                }
            }
        }
        return entries;
    }

    private static @Nullable InetAddress entry(String text) {
        Matcher ported = WITH_PORT.matcher(text);
        if (!ported.matches()) {
            return text.indexOf('%') < 0 ? CallerAddress.parse(text) : null;
        }
        String inBrackets = ported.group(1);
        return CallerAddress.parse(inBrackets == null ? ported.group(2) : inBrackets);
    }
}
