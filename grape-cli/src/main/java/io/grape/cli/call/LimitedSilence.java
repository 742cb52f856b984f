package io.grape.cli.call;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** A stream that is closed when nothing came for a time: then a read fails. */
final class LimitedSilence extends FilterInputStream {
    private final Duration longest;

    LimitedSilence(InputStream in, Duration longest) {
        super(in);
        this.longest = longest;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] to, int from, int most) throws IOException {
        CompletableFuture<Void> came = new CompletableFuture<>();
        var unused = came.orTimeout(longest.toMillis(), TimeUnit.MILLISECONDS).exceptionally(late -> {
            cut();
            return null;
        });
        try {
            return in.read(to, from, most);
        } finally {
            came.complete(null);
        }
    }

    private void cut() {
        try {
            in.close();
        } catch (IOException e) {
            // The read fails either way.
        }
    }
}
