package io.grape.bench.peers;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import com.rabbitmq.client.DefaultConsumer;
import com.rabbitmq.client.Envelope;
import com.rabbitmq.client.MessageProperties;
import io.grape.bench.queue.Order;
import io.grape.bench.queue.QueueClient;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/**
 * RabbitMQ with a quorum queue, persistent messages, publisher confirms and manual acknowledgements. Delays go, as its documentation
 * describes, through queues whose messages expire into the quorum queue: one queue for each delay, rounded up to 100 ms, and to an
 * hour above one. A message cannot be deleted.
 */
final class RabbitMqClient implements QueueClient {
    private static final long CONFIRM_MILLIS = 60_000;
    private static final long STEP_MILLIS = 100;
    private static final long HOUR_MILLIS = 3_600_000;
    /** Unacknowledged messages of all workers together. */
    private static final int PREFETCH = 64;

    private final ConnectionFactory factory = new ConnectionFactory();
    private final Connection connection;
    private final String queue;
    private final Map<Long, String> delays = new ConcurrentHashMap<>();

    @SuppressWarnings("ThreadLocalUsage") // There is one client in a process.
    private final ThreadLocal<Channel> channels = new ThreadLocal<>();

    RabbitMqClient(String address, String queue) throws Exception {
        this.queue = queue;
        factory.setUri(address);
        connection = factory.newConnection("producers");
        try (Channel channel = connection.createChannel()) {
            channel.queueDeclare(queue, true, false, false, Map.of("x-queue-type", "quorum"));
        }
    }

    @Override
    public void work(int workers, Consumer<Order> handler) throws Exception {
        Connection consuming = factory.newConnection(Executors.newFixedThreadPool(workers), "workers");
        for (int i = 0; i < workers; i++) {
            Channel channel = consuming.createChannel();
            channel.basicQos(Math.max(1, PREFETCH / workers));
            channel.basicConsume(queue, false, new DefaultConsumer(channel) {
                @Override
                public void handleDelivery(String tag, Envelope envelope, AMQP.BasicProperties properties, byte[] body)
                        throws IOException {
                    handler.accept(Order.fromJson(new String(body, UTF_8)));
                    getChannel().basicAck(envelope.getDeliveryTag(), false);
                }
            });
        }
    }

    private Channel channel() throws IOException {
        Channel channel = channels.get();
        if (channel == null) {
            channel = connection.createChannel();
            channel.confirmSelect();
            channels.set(channel);
        }
        return channel;
    }

    @Override
    public String produce(Order order, Duration delay) throws Exception {
        String target = delay.isZero() ? queue : delayed(delay.toMillis());
        publish(target, order);
        channel().waitForConfirmsOrDie(CONFIRM_MILLIS);
        return "";
    }

    private void publish(String target, Order order) throws IOException {
        channel()
                .basicPublish(
                        "",
                        target,
                        MessageProperties.PERSISTENT_BASIC,
                        order.json().getBytes(UTF_8));
    }

    private String delayed(long millis) {
        long step = millis > HOUR_MILLIS ? HOUR_MILLIS : STEP_MILLIS;
        long rounded = (millis + step - 1) / step * step;
        return delays.computeIfAbsent(rounded, this::declare);
    }

    private String declare(long millis) {
        String name = queue + "-after-" + millis;
        try (Channel channel = connection.createChannel()) {
            channel.queueDeclare(
                    name,
                    true,
                    false,
                    false,
                    Map.of(
                            "x-queue-type",
                            "quorum",
                            "x-message-ttl",
                            millis,
                            "x-dead-letter-exchange",
                            "",
                            "x-dead-letter-routing-key",
                            queue));
            return name;
        } catch (IOException | TimeoutException e) {
            throw new IllegalStateException("cannot declare " + name, e);
        }
    }

    @Override
    public void produceAll(List<Order> orders) throws Exception {
        for (Order order : orders) {
            publish(queue, order);
        }
        channel().waitForConfirmsOrDie(CONFIRM_MILLIS);
    }

    @Override
    public void close() throws IOException {
        connection.close();
    }
}
