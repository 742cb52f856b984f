package io.grape.server.http.connection;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HeaderByteCheckTest {
    private static final String HEAD =
            "POST /v1/tubes/orders/jobs?a=1 HTTP/1.1\r\nHost: grape.example:7600\r\nx-name: a b\tc ~\r\nContent-Length: 12\r\n\r\n";

    /** Each byte at each place, so at each place of a group of eight, and in pieces of each length. */
    @Test
    void aBadByteIsFoundWhereverItIs() {
        for (int place = 0; place < HEAD.length(); place++) {
            for (int piece : new int[] {1, 3, 8, 13, HEAD.length()}) {
                assertThat(isRefused(with(place, (char) 1), piece)).isTrue();
                assertThat(isRefused(with(place, (char) 0x7f), piece)).isTrue();
                boolean isInTarget = place <= HEAD.indexOf('\n');
                assertThat(isRefused(with(place, '\u00e9'), piece))
                        .as("byte %d in pieces of %d", place, piece)
                        .isEqualTo(isInTarget || HEAD.charAt(place - 1) == '\r');
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 7, 8, 9, 64})
    void aPlainHeadPasses(int piece) {
        assertThat(isRefused(HEAD, piece)).isFalse();
        assertThat(isRefused(HEAD.replace("a b", "\u00e9 \u00fc\u00ff and\t12345678"), piece))
                .isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"\r\n folded", "\r\n\tfolded", "\n folded", "a\rb"})
    void foldedLinesAndBareCarriageReturnsAreRefused(String inserted) {
        for (int place = HEAD.indexOf("x-name"); place < HEAD.indexOf("x-name") + 8; place++) {
            String head = HEAD.substring(0, place) + inserted + HEAD.substring(place);
            assertThat(isRefused(head, head.length())).isTrue();
        }
    }

    @Test
    void aNewHeadBeginsWithoutTheOldOnesFaults() {
        HeaderByteCheck check = new HeaderByteCheck();
        see(check, "GET /\u0001 HTTP/1.1\r\n", 100);
        assertThatThrownBy(check::check).hasMessageContaining("a control character");
        check.reset();
        see(check, HEAD, 100);
        assertThatCode(check::check).doesNotThrowAnyException();
    }

    private static String with(int place, char one) {
        return HEAD.substring(0, place) + one + HEAD.substring(place + 1);
    }

    private static boolean isRefused(String head, int piece) {
        HeaderByteCheck check = new HeaderByteCheck();
        see(check, head, piece);
        try {
            check.check();
            return false;
        } catch (RuntimeException e) {
            return true;
        }
    }

    private static void see(HeaderByteCheck check, String head, int piece) {
        ByteBuf bytes = Unpooled.wrappedBuffer(head.getBytes(ISO_8859_1));
        for (int from = 0; from < head.length(); from += piece) {
            check.see(bytes, from, Math.min(from + piece, head.length()));
        }
    }
}
