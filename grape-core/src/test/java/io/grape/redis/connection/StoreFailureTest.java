package io.grape.redis.connection;

import static org.assertj.core.api.Assertions.assertThat;

import io.grape.core.ErrorCode;
import io.grape.core.GrapeException;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisCommandTimeoutException;
import io.lettuce.core.RedisException;
import io.lettuce.core.RedisLoadingException;
import io.lettuce.core.cluster.PartitionSelectorException;
import io.lettuce.core.cluster.models.partitions.Partitions;
import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

final class StoreFailureTest {
    @ParameterizedTest
    @CsvSource({
        "OOM command not allowed when used memory > 'maxmemory'., OVERLOADED",
        "LOADING Redis is loading the dataset in memory, STORE_UNAVAILABLE",
        "BUSY Redis is busy running a script., STORE_UNAVAILABLE",
        "MISCONF Redis is configured to save RDB snapshots, STORE_UNAVAILABLE",
        "READONLY You can't write against a read only replica., STORE_UNAVAILABLE",
        "CLUSTERDOWN Hash slot not served, STORE_UNAVAILABLE",
        "MOVED 3999 127.0.0.1:6381, STORE_UNAVAILABLE",
        "ASK 3999 127.0.0.1:6381, STORE_UNAVAILABLE",
        "TRYAGAIN Multiple keys request during rehashing of slot, STORE_UNAVAILABLE",
        "MASTERDOWN Link with MASTER is down, STORE_UNAVAILABLE",
        "NOREPLICAS Not enough good replicas to write., STORE_UNAVAILABLE",
        "NOPERM this user has no permissions to run the 'evalsha' command, STORE_UNAVAILABLE",
        "NOPERM ACL failure in script: User w has no permissions to run the 'rename' command, STORE_UNAVAILABLE",
        "ERR The user executing the script can't run this command or subcommand script: 1., STORE_UNAVAILABLE",
        "NOAUTH Authentication required., STORE_UNAVAILABLE",
        "WRONGPASS invalid username-password pair or user is disabled., STORE_UNAVAILABLE",
        "UNBLOCKED force unblock from blocking operation, STORE_UNAVAILABLE",
        "CROSSSLOT Keys in request don't hash to the same slot, INTERNAL",
        "WRONGTYPE Operation against a key holding the wrong kind of value, WRONG_STATE",
        "ERR user_script:12: attempt to index a nil value, INTERNAL"
    })
    void anAnswerHasTheCodeOfItsFirstWord(String answer, ErrorCode code) {
        RedisException failure = new RedisCommandExecutionException(answer);
        assertThat(StoreFailure.of(failure).code()).isEqualTo(code);
        assertThat(StoreFailure.of(new CompletionException(new CompletionException(failure)))
                        .code())
                .isEqualTo(code);
    }

    static Stream<Throwable> ofConnections() {
        return Stream.of(
                new RedisException("Currently not connected. Commands are rejected."),
                new RedisCommandTimeoutException("Command timed out after 2 second(s)"),
                new RedisLoadingException("LOADING Redis is loading the dataset in memory"),
                new PartitionSelectorException("Cannot determine a partition for slot 1.", new Partitions()),
                new IOException("Connection reset by peer"),
                new ClosedChannelException(),
                new TimeoutException(),
                new CancellationException(),
                new RejectedExecutionException("event executor terminated"));
    }

    @ParameterizedTest
    @MethodSource("ofConnections")
    void aBrokenConnectionIsNoFaultOfOurs(Throwable failure) {
        GrapeException translated = StoreFailure.of(new CompletionException(failure));
        assertThat(translated.code()).isEqualTo(ErrorCode.STORE_UNAVAILABLE);
        assertThat(translated.detail()).startsWith("Redis cannot be used now: ").doesNotContain("null");
        assertThat(translated).hasCause(failure);
    }

    @Test
    void aMistakeOfOursIsOne() {
        assertThat(StoreFailure.of(new ClassCastException("a string is no list"))
                        .code())
                .isEqualTo(ErrorCode.INTERNAL);
    }

    @Test
    void onlyAReplicasAnswerIsTakenForOne() {
        assertThat(StoreFailure.isOfReplica(new RedisCommandExecutionException("READONLY You can't write")))
                .isTrue();
        assertThat(StoreFailure.isOfReplica(new RedisCommandExecutionException("MISCONF READONLY")))
                .isFalse();
        assertThat(StoreFailure.isOfReplica(new RedisException("READONLY"))).isFalse();
    }
}
