package io.grape.redis.connection;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lettuce.core.protocol.RedisProtocolException;
import io.netty.buffer.Unpooled;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RespValidatorTest {
    private static final List<String> REPLIES = List.of(
            "+OK\r\n",
            "-ERR a b\r\n",
            ":-12\r\n",
            "$5\r\na\r\nbc\r\n",
            "$0\r\n\r\n",
            "$-1\r\n",
            "*-1\r\n",
            "*0\r\n",
            "_\r\n",
            "#t\r\n",
            ",1.5\r\n",
            "(12345678901234567890\r\n",
            "=6\r\ntxt:OK\r\n",
            "!3\r\nERR\r\n",
            "~1\r\n:1\r\n",
            "%1\r\n+a\r\n*2\r\n:1\r\n$1\r\n\n\r\n",
            "*2\r\n*0\r\n*1\r\n$-1\r\n");

    private final RespValidator validator = new RespValidator();

    private void follow(String bytes) {
        validator.follow(Unpooled.copiedBuffer(bytes, ISO_8859_1));
    }

    @Test
    void everyReplyOfRedisIsOneWhereverItIsCut() {
        String all = String.join("", REPLIES);
        for (int cut = 0; cut <= all.length(); cut++) {
            long before = validator.ended();
            follow(all.substring(0, cut));
            follow(all.substring(cut));
            assertThat(validator.ended() - before).as("cut at %s", cut).isEqualTo(REPLIES.size());
            assertThat(validator.begun()).isEqualTo(validator.ended());
        }
    }

    @Test
    void messagesAreNoReplies() {
        follow(">3\r\n$7\r\nmessage\r\n$1\r\nc\r\n$1\r\nm\r\n");
        assertThat(validator.begun()).isZero();
        assertThat(validator.ended()).isZero();
    }

    @Test
    void aReplyThatIsNotThereAsAWholeHasBegun() {
        follow("*2\r\n:1\r\n");
        assertThat(validator.begun()).isOne();
        assertThat(validator.ended()).isZero();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "$2147483647\r\n",
                "$67108865\r\n",
                "$99999999999999999999\r\n",
                "*2147483647\r\n",
                "%500001\r\n",
                "*600000\r\n*600000\r\n",
                "*1000001\r\n",
                "$-2\r\n",
                "%-1\r\n",
                "$\r\n",
                ":\r\n",
                ":1x\r\n",
                ":1-\r\n",
                "$1\r\nab\r\n",
                "$1\r\na\n\r",
                "=3\r\ntxt\r\n",
                "+a\rb\r\n",
                "+a\n",
                "|1\r\n+a\r\n+b\r\n",
                "*1\r\n>1\r\n+a\r\n",
                "\r\n",
                "HTTP/1.1 200 OK\r\n",
                "\u00ff",
                "*1\r\n*1\r\n*1\r\n*1\r\n*1\r\n*1\r\n*1\r\n*1\r\n*1\r\n*1\r\n*1\r\n*1\r\n*1\r\n*1\r\n*1\r\n*1\r\n*1\r\n"
            })
    void whatNoRedisSendsIsRefused(String bytes) {
        assertThatThrownBy(() -> follow(bytes)).isInstanceOf(RedisProtocolException.class);
    }

    @Test
    void aLineWithoutEndIsRefused() {
        assertThatThrownBy(() -> follow("+" + "a".repeat(100_000))).isInstanceOf(RedisProtocolException.class);
    }
}
