package io.grape.bench.peers;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.dinstone.beanstalkc.BeanstalkClient;
import com.dinstone.beanstalkc.BeanstalkClientFactory;
import com.dinstone.beanstalkc.Configuration;
import com.dinstone.beanstalkc.Job;
import io.grape.bench.queue.Order;
import io.grape.bench.queue.QueueClient;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

/** beanstalkd through the Java client of dinstone: a connection for each thread. Delays are whole seconds, rounded up. */
final class BeanstalkdClient implements QueueClient {
    private static final int PRIORITY = 1024;
    private static final int TTR_SECONDS = 60;
    private static final int WAIT_SECONDS = 5;

    private final BeanstalkClientFactory factory;
    private final String queue;

    @SuppressWarnings("ThreadLocalUsage") // There is one client in a process.
    private final ThreadLocal<BeanstalkClient> clients = new ThreadLocal<>();

    private final WorkerThreads threads = new WorkerThreads();

    BeanstalkdClient(String address, String queue) {
        Configuration configuration = new Configuration();
        configuration.setServiceHost(URI.create(address).getHost());
        configuration.setServicePort(URI.create(address).getPort());
        factory = new BeanstalkClientFactory(configuration);
        this.queue = queue;
    }

    private BeanstalkClient client() {
        BeanstalkClient client = clients.get();
        if (client == null) {
            client = factory.createBeanstalkClient();
            client.useTube(queue);
            clients.set(client);
        }
        return client;
    }

    @Override
    public void work(int workers, Consumer<Order> handler) throws Exception {
        threads.start(workers, () -> {
            BeanstalkClient client = factory.createBeanstalkClient();
            client.watchTube(queue);
            client.ignoreTube("default");
            return () -> {
                Job job = client.reserveJob(WAIT_SECONDS);
                if (job != null) {
                    handler.accept(Order.fromJson(new String(job.getData(), UTF_8)));
                    client.deleteJob(job.getId());
                }
            };
        });
    }

    @Override
    public String produce(Order order, Duration delay) {
        int seconds = (int) ((delay.toMillis() + 999) / 1000);
        byte[] body = order.json().getBytes(UTF_8);
        return Long.toString(client().putJob(PRIORITY, seconds, TTR_SECONDS, body));
    }

    /** Its protocol has no call for several jobs. */
    @Override
    public void produceAll(List<Order> orders) {
        orders.forEach(order -> produce(order, Duration.ZERO));
    }

    @Override
    public boolean cancel(String id) {
        return client().deleteJob(Long.parseLong(id));
    }

    @Override
    public void close() {
        threads.end();
    }
}
