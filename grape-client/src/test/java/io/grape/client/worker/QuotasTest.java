package io.grape.client.worker;

import static io.grape.client.worker.Jobs.TUBE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.grape.client.ErrorCode;
import io.grape.client.Grape;
import io.grape.client.GrapeException;
import io.grape.client.NewJob;
import io.grape.client.Produced;
import io.grape.client.QuotaClient;
import io.grape.client.QuotaCounts;
import io.grape.client.QuotaSettings;
import io.grape.client.QuotaStatus;
import io.grape.client.Quotas;
import io.grape.client.Result;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What a client does with quotas. */
class QuotasTest {
    @RegisterExtension
    final TestBroker broker = new TestBroker();

    private final Grape grape = broker.grape();
    private final Quotas quotas = grape.quotas();

    @Test
    void aQuotaIsPutShownAndDeleted() {
        QuotaSettings wanted = QuotaSettings.NONE.produce(2.5).consume(10, 20).inFlight(7);
        assertThat(quotas.put("shop", wanted))
                .isEqualTo(QuotaSettings.NONE.produce(2.5, 2).consume(10, 20).inFlight(7));
        QuotaStatus shop = quotas.get("shop").orElseThrow();
        assertThat(shop.name()).isEqualTo("shop");
        assertThat(shop.settings().inFlight()).isEqualTo(7);
        assertThat(shop.use()).isEqualTo(new QuotaCounts(0L, 0L, 0L));
        assertThat(shop.refused()).isEqualTo(new QuotaCounts(0L, 0L, 0L));
        quotas.put("user:ann", QuotaSettings.NONE.inFlight(1));
        assertThat(quotas.list()).extracting(QuotaStatus::name).containsExactly("shop", "user:ann");
        assertThat(quotas.delete("shop")).isTrue();
        assertThat(quotas.delete("shop")).isFalse();
        assertThat(quotas.get("shop")).isEmpty();
        assertThatThrownBy(() -> quotas.put("shop", QuotaSettings.NONE))
                .isInstanceOfSatisfying(
                        GrapeException.class,
                        failure -> assertThat(failure.code()).isEqualTo(ErrorCode.BAD_REQUEST));
    }

    @Test
    void aRefusedCallIsMadeAgainOnceItIsAllowed() {
        grape.produce(TUBE, NewJob.of("a"));
        quotas.put("default", QuotaSettings.NONE.produce(2, 1));
        for (String payload : List.of("b", "c", "d")) {
            assertThat(grape.produce(TUBE, NewJob.of(payload)).created()).isTrue();
        }
        QuotaStatus all = quotas.get("default").orElseThrow();
        assertThat(all.use()).isNull();
        assertThat(all.clients()).extracting(QuotaClient::name).containsExactly("127.0.0.1");
        assertThat(Objects.requireNonNull(all.refused().produce())).isPositive();
    }

    @Test
    void whatIsNotAllowedInTimeFails() {
        quotas.put("default", QuotaSettings.NONE.produce(0.00001, 2).consume(0.00001, 1));
        List<Result<Produced>> results =
                grape.produceAll(TUBE, List.of(NewJob.of("a"), NewJob.of("b"), NewJob.of("c")));
        assertThat(results.get(1).isOk()).isTrue();
        assertThat(Objects.requireNonNull(results.get(2).failure()).code()).isEqualTo(ErrorCode.QUOTA_EXCEEDED);
        assertThat(grape.consume(TUBE, 10, Duration.ZERO)).hasSize(1);
        assertThatThrownBy(() -> grape.within(Duration.ofSeconds(2)).consume(TUBE, 10, Duration.ZERO))
                .isInstanceOfSatisfying(
                        GrapeException.class,
                        failure -> assertThat(failure.code()).isEqualTo(ErrorCode.QUOTA_EXCEEDED));
    }
}
