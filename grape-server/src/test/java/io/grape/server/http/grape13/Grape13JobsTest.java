package io.grape.server.http.grape13;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.grape.core.Limits;
import io.grape.redis.InvariantsExtension;
import io.grape.redis.TestRedis;
import io.grape.server.ServerExtension;
import io.grape.server.http.Grape13Calls;
import io.grape.server.http.Grape13Client;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What Grape 1.3 got wrong, and what it did not have. */
class Grape13JobsTest {
    private static final Pattern ID = Pattern.compile("\"id\":\"([^\"]*)\"");
    private static final String FIRST = "Zmlyc3Q";

    @RegisterExtension
    final ServerExtension server = new ServerExtension();

    @RegisterExtension
    final InvariantsExtension invariants = new InvariantsExtension(TestRedis::uri, server::namespace);

    private final Grape13Calls grape = new Grape13Calls(server);

    @BeforeEach
    void createTube() {
        grape.createTube("t");
    }

    private static List<String> ids(String jobs) {
        List<String> ids = new ArrayList<>();
        Matcher found = ID.matcher(jobs);
        while (found.find()) {
            ids.add(found.group(1));
        }
        return ids;
    }

    private void produceMany(int count) {
        String jobs = IntStream.range(0, count)
                .mapToObj(i -> "{\"id\":\"j" + i + "\",\"payload\":1}")
                .collect(Collectors.joining(",", "[", "]"));
        assertThat(server.call("POST", "/v1/tubes/t/jobs", jobs, "application/json")
                        .statusCode())
                .isEqualTo(200);
    }

    @Test
    void aPayloadOfAllBytesComesBackAsItWent() {
        byte[] all = new byte[1024];
        for (int i = 0; i < all.length; i++) {
            all[i] = (byte) (i < 256 ? i : i * 31 + (i >> 8));
        }
        assertThat(grape.produce("tube=t&jid=a", all)).isEqualTo("true");
        String job = grape.consume("tube=t");
        String data = job.substring(job.indexOf("\"data\":\"") + 8, job.indexOf("\"}]"));
        assertThat(Base64.getUrlDecoder().decode(data)).isEqualTo(all);
        assertThat(data).isEqualTo(Base64.getUrlEncoder().withoutPadding().encodeToString(all));
    }

    @Test
    void aPayloadMayBeOneMebibyteAndNoMore() {
        byte[] longest = new byte[Limits.USUAL_PAYLOAD_BYTES];
        assertThat(grape.produce("tube=t&jid=a", longest)).isEqualTo("true");
        Grape13Client.Answer refused = grape.client()
                .send("POST /api/job/produce?tube=t&jid=b", List.of(), new byte[Limits.USUAL_PAYLOAD_BYTES + 1]);
        assertThat(refused.status()).isEqualTo(413);
        assertThat(refused.body())
                .isEqualTo(
                        "{\"code\":9999,\"desc\":\"job data is too big: body: expected at most 1048576 bytes, got more; --max-payload-bytes may allow more\"}");
        assertThat(ids(grape.consume("tube=t&max=10"))).containsExactly("a");
    }

    @Test
    void noConsumerIsToldThatNothingIsReadyWhileSomethingIs() throws Exception {
        int consumers = 16;
        int each = 40;
        produceMany(consumers * each);
        Callable<List<String>> consumer = () -> {
            List<String> taken = new ArrayList<>();
            for (int i = 0; i < each; i++) {
                List<String> ids =
                        ids(server.call("GET", "/api/job/consume?tube=t").body());
                assertThat(ids).hasSize(1);
                taken.addAll(ids);
            }
            return taken;
        };
        ExecutorService threads = Executors.newFixedThreadPool(consumers);
        try {
            List<Future<List<String>>> all = new ArrayList<>();
            for (int i = 0; i < consumers; i++) {
                all.add(threads.submit(consumer));
            }
            Set<String> taken = new HashSet<>();
            for (Future<List<String>> one : all) {
                taken.addAll(one.get());
            }
            assertThat(taken).hasSize(consumers * each);
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    void aThousandJobsAreTheMostThatOneCallTakes() {
        produceMany(Limits.MAX_BATCH);
        grape.produce("tube=t&jid=last", "x");
        assertThat(ids(grape.consume("tube=t&max=1001"))).hasSize(Limits.MAX_BATCH);
        assertThat(ids(grape.consume("tube=t&max=1001"))).containsExactly("last");
    }

    @Test
    void producingAnIdThatSomebodyHoldsIsFalseAndChangesNothing() {
        grape.produce("tube=t&jid=a&ttr=60000", "first");
        grape.consume("tube=t");
        assertThat(grape.produce("tube=t&jid=a&ttr=5000", "second")).isEqualTo("false");
        assertThat(grape.counts("t"))
                .isEqualTo("totalJobSize:1,finishJobSize:0,delayQueueSize:0,retainQueueSize:1,failedQueueSize:0");
        assertThat(grape.answer("PUT /api/job/release?tube=t&jid=a")).isEqualTo("true");
        assertThat(grape.consume("tube=t&max=9"))
                .isEqualTo("[{\"id\":\"a\",\"dtr\":0,\"ttr\":60000,\"noe\":1,\"data\":\"" + FIRST + "\"}]");
    }

    @Test
    void aFinishOfAJobThatWasReleasedIsFalseAndDestroysNothing() {
        grape.produce("tube=t&jid=a&ttr=60000", "first");
        grape.consume("tube=t");
        grape.answer("PUT /api/job/release?tube=t&jid=a");
        assertThat(grape.answer("DELETE /api/job/finish?tube=t&jid=a")).isEqualTo("false");
        assertThat(grape.consume("tube=t")).contains(FIRST);
    }

    @Test
    void aFinishBesideAnotherConsumerIsFalseAndDestroysNothingUnlessItIsTheHoldersOwn() {
        grape.produce("tube=t&jid=a&ttr=1000", "first");
        grape.consume("tube=t");
        await().until(() -> grape.consume("tube=t").contains(FIRST));
        assertThat(grape.answer("PUT /api/job/bury?tube=t&jid=a")).isEqualTo("true");
        assertThat(grape.answer("DELETE /api/job/finish?tube=t&jid=a")).isEqualTo("false");
        assertThat(grape.answer("GET /api/job/peek?tube=t")).contains(FIRST);
        assertThat(grape.answer("PUT /api/job/kick?tube=t&jid=a")).isEqualTo("true");
        assertThat(grape.consume("tube=t")).contains(FIRST);
        assertThat(grape.answer("DELETE /api/job/finish?tube=t&jid=a")).isEqualTo("true");
    }

    @Test
    void deletingAJobThatSomebodyHoldsIsFalseAndDestroysNothing() {
        grape.produce("tube=t&jid=a&ttr=60000", "first");
        grape.consume("tube=t");
        assertThat(grape.answer("DELETE /api/job/delete?tube=t&jid=a")).isEqualTo("false");
        grape.answer("PUT /api/job/release?tube=t&jid=a");
        assertThat(grape.consume("tube=t")).contains(FIRST);
    }

    @Test
    void aJobOfATubeMadeHereNeverFailsByItself() {
        grape.produce("tube=t&jid=a&ttr=60000", "first");
        for (int runs = 0; runs < 25; runs++) {
            assertThat(grape.consume("tube=t")).contains("\"noe\":" + runs + ",");
            assertThat(grape.answer("PUT /api/job/release?tube=t&jid=a")).isEqualTo("true");
        }
        assertThat(grape.counts("t")).contains("delayQueueSize:1,retainQueueSize:0,failedQueueSize:0");
    }

    @Test
    void aHeadConsumesNothing() {
        grape.produce("tube=t&jid=a", "first");
        Grape13Client.Answer head = grape.send("HEAD /api/job/consume?tube=t");
        assertThat(head.status()).isEqualTo(405);
        assertThat(head.header("allow")).isEqualTo("GET");
        assertThat(grape.consume("tube=t")).contains(FIRST);
    }
}
