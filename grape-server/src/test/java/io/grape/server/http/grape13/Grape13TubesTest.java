package io.grape.server.http.grape13;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.grape.redis.InvariantsExtension;
import io.grape.redis.TestRedis;
import io.grape.server.ServerExtension;
import io.grape.server.http.Grape13Calls;
import io.grape.server.http.Grape13Client;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class Grape13TubesTest {
    private static final int MANY = 100;

    @RegisterExtension
    final ServerExtension server = new ServerExtension(2);

    @RegisterExtension
    final InvariantsExtension invariants = new InvariantsExtension(TestRedis::uri, server::namespace);

    private final Grape13Calls grape = new Grape13Calls(server);

    private static String name(int i) {
        return "tube-" + (1000 + i);
    }

    @Test
    void manyTubesAreListedAndMeasuredByName() {
        for (int i = MANY - 1; i >= 0; i--) {
            grape.createTube(name(i));
        }
        grape.produce("tube=" + name(42) + "&jid=a&dtr=600000", "x");
        String names = IntStream.range(0, MANY)
                .mapToObj(i -> "\"" + name(i) + "\"")
                .collect(Collectors.joining(",", "[", "]"));
        assertThat(grape.answer("GET /api/tube/list")).isEqualTo(names);
        String stats = IntStream.range(0, MANY)
                .mapToObj(i -> "{\"tubeName\":\"" + name(i) + "\",\"totalJobSize\":" + (i == 42 ? 1 : 0)
                        + ",\"finishJobSize\":0,\"delayQueueSize\":" + (i == 42 ? 1 : 0)
                        + ",\"retainQueueSize\":0,\"failedQueueSize\":0}")
                .collect(Collectors.joining(",", "[", "]"));
        assertThat(grape.answer("GET /api/tube/stats").replaceAll("\"dateTime\":[0-9]+,", ""))
                .isEqualTo(stats);
    }

    @Test
    void statsTellTheTimeOfTheCallInMilliseconds() {
        grape.createTube("t");
        long before = System.currentTimeMillis();
        String stats = grape.answer("GET /api/tube/stats/t");
        long at = Long.parseLong(stats.replaceAll(".*\"dateTime\":([0-9]+),.*", "$1"));
        assertThat(at).isBetween(before, System.currentTimeMillis());
    }

    @Test
    void everyJobIsStillThereOrAmongTheFinishedOnes() {
        grape.createTube("t");
        for (String id : new String[] {"finished", "buried", "discarded", "held"}) {
            grape.produce("tube=t&ttr=60000&jid=" + id, "x");
        }
        grape.consume("tube=t&max=4");
        grape.produce("tube=t&jid=deleted", "x");
        grape.produce("tube=t&jid=ready", "x");
        grape.produce("tube=t&jid=delayed&dtr=600000", "x");
        assertThat(grape.answer("DELETE /api/job/finish?tube=t&jid=finished")).isEqualTo("true");
        assertThat(grape.answer("DELETE /api/job/delete?tube=t&jid=deleted")).isEqualTo("true");
        assertThat(grape.answer("PUT /api/job/failure?tube=t&jid=buried")).isEqualTo("true");
        assertThat(grape.answer("PUT /api/job/bury?tube=t&jid=discarded")).isEqualTo("true");
        assertThat(grape.answer("DELETE /api/job/discard?tube=t&jid=discarded")).isEqualTo("true");
        assertThat(grape.counts("t"))
                .isEqualTo("totalJobSize:7,finishJobSize:3,delayQueueSize:2,retainQueueSize:1,failedQueueSize:1");
    }

    /** Version 1 has ways to end a job that Grape 1.3 does not know. */
    @Test
    void jobsThatExpireOrAreMovedAreAmongTheFinishedOnes() {
        grape.createTube("t");
        grape.createTube("other");
        server.call(0, "PUT", "/v1/tubes/t/jobs/expires?expiresAfterMs=1", "x", "text/plain");
        server.call(0, "PUT", "/v1/tubes/t/jobs/moves?delayMs=600000", "x", "text/plain");
        String move = "{\"kind\":\"move\",\"tube\":\"t\",\"state\":\"delayed\",\"to\":\"other\"}";
        server.call(0, "POST", "/v1/operations", move, "application/json");
        await().untilAsserted(() -> {
            assertThat(grape.consume("tube=t")).isEqualTo("[]");
            assertThat(grape.counts("t"))
                    .isEqualTo("totalJobSize:2,finishJobSize:2,delayQueueSize:0,retainQueueSize:0,failedQueueSize:0");
        });
    }

    @Test
    void whatIsRemovedAtOneBrokerIsGoneAtTheOthers() {
        grape.createTube("t");
        assertThat(server.call(1, "GET", "/api/job/consume?tube=t", "", null).body())
                .isEqualTo("[]");
        assertThat(grape.answer("POST /api/tube/delete?tube=t")).isEqualTo("true");
        assertThat(server.call(1, "POST", "/api/job/produce?tube=t&jid=a", "x", "text/plain")
                        .body())
                .isEqualTo("{\"code\":1000,\"desc\":\"unknown tube name 't'\"}");
        assertThat(server.call(1, "GET", "/api/job/consume?tube=t", "", null).body())
                .isEqualTo("{\"code\":1000,\"desc\":\"unknown tube name 't'\"}");
    }

    @Test
    void aRemovalTakesJobsOfEveryStateWithIt() {
        grape.createTube("t");
        grape.produce("tube=t&ttr=60000&jid=failed", "x");
        grape.produce("tube=t&ttr=60000&jid=held", "x");
        grape.consume("tube=t&max=2");
        grape.answer("PUT /api/job/bury?tube=t&jid=failed");
        grape.produce("tube=t&jid=ready", "x");
        assertThat(grape.answer("POST /api/tube/delete?tube=t")).isEqualTo("true");
        grape.createTube("t");
        assertThat(grape.counts("t"))
                .isEqualTo("totalJobSize:0,finishJobSize:0,delayQueueSize:0,retainQueueSize:0,failedQueueSize:0");
        assertThat(grape.answer("DELETE /api/job/finish?tube=t&jid=held")).isEqualTo("false");
    }

    /** The form in which a request goes to a proxy: its path is no other for that. */
    @Test
    void aRefusalOfARequestThatNamesItsHostBeforeThePathIsTheSame() {
        Grape13Client.Answer refused = grape.send("GET http://grape.test/api/tube/stats/none");
        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.body())
                .isEqualTo(grape.send("GET /api/tube/stats/none").body());
    }
}
