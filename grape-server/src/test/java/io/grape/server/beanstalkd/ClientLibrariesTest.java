package io.grape.server.beanstalkd;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.dinstone.beanstalkc.BeanstalkClient;
import com.dinstone.beanstalkc.BeanstalkClientFactory;
import com.dinstone.beanstalkc.Configuration;
import com.surftools.BeanstalkClient.Client;
import com.surftools.BeanstalkClient.Job;
import com.surftools.BeanstalkClientImpl.ClientImpl;
import io.grape.harness.Programs;
import io.grape.server.ServerExtension;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Clients of beanstalkd that others made: each command that they have. */
final class ClientLibrariesTest {
    private static final byte[] BODY = "hello".getBytes(UTF_8);

    @RegisterExtension
    final ServerExtension broker = new ServerExtension();

    @Test
    void surftools() {
        Client client = new ClientImpl("127.0.0.1", broker.beanstalkdPort(0));
        client.useTube("orders");
        assertThat(client.listTubeUsed()).isEqualTo("orders");
        assertThat(client.watch("orders")).isEqualTo(2);
        assertThat(client.ignore("default")).isEqualTo(1);
        assertThat(client.listTubesWatched()).containsExactly("orders");
        long number = client.put(7, 0, 60, BODY);
        assertThat(client.listTubes()).contains("default", "orders");
        assertThat(client.peek(number).getData()).isEqualTo(BODY);
        assertThat(client.peekReady().getJobId()).isEqualTo(number);
        assertThat(client.peekDelayed()).isNull();
        Job job = client.reserve(10);
        assertThat(job.getJobId()).isEqualTo(number);
        assertThat(job.getData()).isEqualTo(BODY);
        assertThat(client.statsJob(number))
                .containsEntry("state", "reserved")
                .containsEntry("pri", "7")
                .containsEntry("ttr", "60");
        assertThat(client.touch(number)).isTrue();
        assertThat(client.release(number, 5, 100)).isTrue();
        assertThat(client.peekDelayed().getJobId()).isEqualTo(number);
        assertThat(client.kick(10)).isEqualTo(1);
        assertThat(client.reserve(10).getJobId()).isEqualTo(number);
        assertThat(client.bury(number, 3)).isTrue();
        assertThat(client.peekBuried().getJobId()).isEqualTo(number);
        assertThat(client.statsTube("orders")).containsEntry("current-jobs-buried", "1");
        assertThat(client.kick(10)).isEqualTo(1);
        assertThat(client.reserve(null).getJobId()).isEqualTo(number);
        assertThat(client.delete(number)).isTrue();
        assertThat(client.delete(number)).isFalse();
        assertThat(client.reserve(0)).isNull();
        assertThat(client.getServerVersion()).isNotEmpty();
        assertThat(client.stats()).containsEntry("cmd-put", "1");
        client.close();
    }

    @Test
    void dinstone() {
        Configuration configuration = new Configuration();
        configuration.setServiceHost("127.0.0.1");
        configuration.setServicePort(broker.beanstalkdPort(0));
        BeanstalkClient client = new BeanstalkClientFactory(configuration).createBeanstalkClient();
        assertThat(client.useTube("orders")).isTrue();
        assertThat(client.listTubeUsed()).isEqualTo("orders");
        assertThat(client.watchTube("orders")).isTrue();
        assertThat(client.ignoreTube("default")).isTrue();
        assertThat(client.listTubeWatched()).containsExactly("orders");
        long number = client.putJob(7, 0, 60, BODY);
        assertThat(client.listTubes()).contains("default", "orders");
        assertThat(client.peek(number).getData()).isEqualTo(BODY);
        assertThat(client.peekReady().getId()).isEqualTo(number);
        com.dinstone.beanstalkc.Job job = client.reserveJob(10);
        assertThat(job.getId()).isEqualTo(number);
        assertThat(job.getData()).isEqualTo(BODY);
        assertThat(client.statsJob(number)).containsEntry("state", "reserved").containsEntry("pri", "7");
        assertThat(client.touchJob(number)).isTrue();
        assertThat(client.releaseJob(number, 5, 100)).isTrue();
        assertThat(client.peekDelayed().getId()).isEqualTo(number);
        assertThat(client.kick(10)).isEqualTo(1);
        assertThat(client.reserveJob(10).getId()).isEqualTo(number);
        assertThat(client.buryJob(number, 3)).isTrue();
        assertThat(client.peekBuried().getId()).isEqualTo(number);
        assertThat(client.statsTube("orders")).containsEntry("current-jobs-buried", "1");
        assertThat(client.kick(10)).isEqualTo(1);
        assertThat(client.reserveJob(10).getId()).isEqualTo(number);
        assertThat(client.deleteJob(number)).isTrue();
        assertThat(client.deleteJob(number)).isFalse();
        assertThat(client.reserveJob(0)).isNull();
        assertThat(client.stats()).containsEntry("cmd-put", "1");
        client.close();
        awaitNobody();
    }

    /** Of Node.js: {@code ./grape test} fetches it with the linters. */
    @Test
    void jackd(@TempDir Path directory) throws IOException, InterruptedException, URISyntaxException {
        Path modules = Path.of("..", "target", "lint", "node_modules").toAbsolutePath();
        assumeTrue(
                Files.exists(modules.resolve("jackd")) && Programs.find("node").isPresent(), "jackd is not there");
        Path script = Path.of(
                Objects.requireNonNull(getClass().getResource("jackd.js")).toURI());
        ProcessBuilder node = new ProcessBuilder("node", script.toString(), "" + broker.beanstalkdPort(0));
        node.environment().put("NODE_PATH", modules.toString());
        Path said = directory.resolve("said");
        Process process =
                node.redirectErrorStream(true).redirectOutput(said.toFile()).start();
        boolean hasEnded = process.waitFor(1, TimeUnit.MINUTES);
        process.destroyForcibly();
        assertThat(said).content().isEqualToIgnoringNewLines("all commands of jackd");
        assertThat(hasEnded).isTrue();
        awaitNobody();
    }

    /** But who asks. */
    private void awaitNobody() {
        try (WireClient asking = WireClient.to(broker.beanstalkdPort(0))) {
            await().until(() -> asking.field("stats", "current-connections").equals("1"));
        }
    }
}
