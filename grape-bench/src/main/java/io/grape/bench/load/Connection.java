package io.grape.bench.load;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.Arrays;

/** One socket and its talk: at most one request is under way. */
final class Connection implements AutoCloseable {
    private final SocketChannel channel;
    private final SelectionKey key;
    private final ConnectionScript talk;
    private final Bytes out = new Bytes();
    private final Response response = new Response();
    private byte[] in = new byte[4096];
    private int inFrom;
    private int inTo;
    private boolean awaiting;

    private Connection(SocketChannel channel, SelectionKey key, ConnectionScript talk) {
        this.channel = channel;
        this.key = key;
        this.talk = talk;
        key.attach(this);
    }

    static Connection open(Selector selector, TimedCall call) throws IOException {
        SocketChannel channel = SocketChannel.open();
        if (call.from() != null) {
            channel.bind(new InetSocketAddress(call.from(), 0));
        }
        channel.connect(call.server());
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        channel.configureBlocking(false);
        return new Connection(channel, channel.register(selector, SelectionKey.OP_READ), call.talk());
    }

    ConnectionScript talk() {
        return talk;
    }

    /** Sends the next request unless one is under way or there is none. */
    void speak() throws IOException {
        if (awaiting) {
            return;
        }
        out.restart();
        if (talk.ask(out, System.nanoTime())) {
            awaiting = true;
            send();
        }
    }

    /** Whether it waits for its talk and not for a response. */
    boolean isIdle() {
        return !awaiting;
    }

    void ready() throws IOException {
        if (key.isWritable()) {
            send();
        }
        if (key.isReadable()) {
            read();
        }
    }

    private void send() throws IOException {
        out.sent(channel.write(out.rest()));
        int wanted = out.isSent() ? SelectionKey.OP_READ : SelectionKey.OP_READ | SelectionKey.OP_WRITE;
        if (key.interestOps() != wanted) {
            key.interestOps(wanted);
        }
    }

    private void read() throws IOException {
        if (inTo == in.length) {
            in = Arrays.copyOf(in, 2 * in.length);
        }
        int count = channel.read(ByteBuffer.wrap(in, inTo, in.length - inTo));
        if (count < 0) {
            throw new IOException("the server closed the connection");
        }
        inTo += count;
        int length = talk.framing().length(in, inFrom, inTo);
        if (length != Framing.MORE) {
            take(length);
            speak();
        }
    }

    private void take(int length) {
        response.set(in, inFrom, inFrom + length);
        inFrom += length;
        awaiting = false;
        talk.answered(response, System.nanoTime());
        if (inFrom == inTo) {
            inFrom = 0;
            inTo = 0;
        }
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
