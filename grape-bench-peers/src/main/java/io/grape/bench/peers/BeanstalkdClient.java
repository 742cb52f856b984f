package io.grape.bench.peers;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.surftools.BeanstalkClient.Client;
import com.surftools.BeanstalkClient.Job;
import com.surftools.BeanstalkClientImpl.ClientImpl;
import io.grape.bench.queue.Order;
import io.grape.bench.queue.QueueClient;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

/** beanstalkd through the Java client of surftools: a connection for each thread. Delays are whole seconds, rounded up. */
final class BeanstalkdClient implements QueueClient {
    private static final long PRIORITY = 1024;
    private static final int TTR_SECONDS = 60;
    private static final int WAIT_SECONDS = 5;

    private final URI address;
    private final String queue;
    private final ThreadLocal<Client> clients = new ThreadLocal<>();
    private final WorkerThreads threads = new WorkerThreads();

    BeanstalkdClient(String address, String queue) {
        this.address = URI.create(address);
        this.queue = queue;
    }

    private Client connect() {
        // One that is to make a connection for each thread itself would watch the queue with the first only.
        Client client = new ClientImpl(address.getHost(), address.getPort(), false);
        client.useTube(queue);
        client.watch(queue);
        client.ignore("default");
        return client;
    }

    private Client client() {
        Client client = clients.get();
        if (client == null) {
            client = connect();
            clients.set(client);
        }
        return client;
    }

    @Override
    public void work(int workers, Consumer<Order> handler) throws Exception {
        threads.start(workers, () -> {
            Client client = connect();
            return () -> {
                Job job = client.reserve(WAIT_SECONDS);
                if (job != null) {
                    handler.accept(Order.fromJson(new String(job.getData(), UTF_8)));
                    client.delete(job.getJobId());
                }
            };
        });
    }

    @Override
    public String produce(Order order, Duration delay) {
        int seconds = (int) ((delay.toMillis() + 999) / 1000);
        return Long.toString(
                client().put(PRIORITY, seconds, TTR_SECONDS, order.json().getBytes(UTF_8)));
    }

    /** Its protocol has no call for several jobs. */
    @Override
    public void produceAll(List<Order> orders) {
        orders.forEach(order -> produce(order, Duration.ZERO));
    }

    @Override
    public boolean cancel(String id) {
        return client().delete(Long.parseLong(id));
    }

    @Override
    public void close() {
        threads.end();
    }
}
