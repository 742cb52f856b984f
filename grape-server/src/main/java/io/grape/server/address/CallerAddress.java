package io.grape.server.address;

import io.netty.util.NetUtil;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The IP address of a caller.
 *
 * @param text as it is shown, empty where it is not known
 */
public record CallerAddress(String text) {
    /** Of a caller that cannot be told from others. */
    public static final CallerAddress UNKNOWN = new CallerAddress("");

    private static final int IPV4_BYTES = 4;
    private static final int NETWORK_BYTES = 8;

    static CallerAddress of(InetAddress address) {
        return new CallerAddress(NetUtil.toAddressString(address));
    }

    /**
     * What bounds count: the address, of IPv6 the network of 64 bits, as who has one address of it has them all.
     */
    public String group() {
        return text.indexOf(':') < 0 ? text : network();
    }

    /** The same as the name of a caller, beside those of users and tokens. */
    public String caller() {
        return "address " + group();
    }

    /** True for an address, or a {@linkplain #group network} of IPv6, that is written as it is shown here. */
    public static boolean isWritten(String name) {
        InetAddress parsed = parse(name.replace("/" + NETWORK_BYTES * Byte.SIZE, ""));
        if (parsed == null) {
            return false;
        }
        CallerAddress address = of(parsed);
        return name.equals(address.text) || name.equals(address.group());
    }

    private String network() {
        byte[] bytes = NetUtil.createByteArrayFromIpAddressString(text);
        if (bytes == null) {
            return text;
        }
        Arrays.fill(bytes, NETWORK_BYTES, bytes.length, (byte) 0);
        return NetUtil.toAddressString(address(bytes)) + "/" + NETWORK_BYTES * Byte.SIZE;
    }

    /** Reads an address, null when it is none. An IPv4 address within one of IPv6 is that of IPv4. */
    static @Nullable InetAddress parse(String text) {
        int zone = text.indexOf('%');
        byte[] bytes = NetUtil.createByteArrayFromIpAddressString(zone < 0 ? text : text.substring(0, zone));
        return bytes == null || bytes.length < IPV4_BYTES ? null : address(bytes);
    }

    private static InetAddress address(byte[] bytes) {
        try {
            return InetAddress.getByAddress(bytes);
        } catch (UnknownHostException e) {
            throw new IllegalStateException(e);
        }
    }
}
