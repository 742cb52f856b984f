package io.grape.redis;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.concurrent.CountDownLatch;

/** Lets answers through, or keeps them until it is told to let them go. */
final class HeldReplies implements LossyWire.Answers {
    private volatile CountDownLatch gate = new CountDownLatch(0);

    void hold() {
        gate = new CountDownLatch(1);
    }

    void release() {
        gate.countDown();
    }

    @Override
    public void carry(InputStream from, OutputStream to) throws IOException {
        byte[] bytes = new byte[8192];
        for (int read = from.read(bytes); read >= 0; read = from.read(bytes)) {
            try {
                gate.await();
            } catch (InterruptedException e) {
                throw new IOException(e);
            }
            to.write(bytes, 0, read);
        }
    }
}
