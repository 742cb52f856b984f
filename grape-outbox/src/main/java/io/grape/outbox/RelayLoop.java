package io.grape.outbox;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Rows are locked, produced, deleted and committed, again and again. Whatever ends in between leaves the rows where they are,
 * and they are produced again, under the same ids.
 *
 * <p>Nothing holds up the front of the table for good. A refused row waits by itself, and rows of a tube that takes none are not
 * read. If no broker is there, all rows wait, and nothing is counted. But a row may also be the cause why no response comes: a proxy
 * may cut the connection of a payload that is too long for it. So fewer rows are tried when all fail. A row that fails alone, while
 * a broker responds to another call, is suspected. If that happens once more, it waits as if it was refused.
 */
final class RelayLoop implements Runnable {
    private static final Logger LOG = LoggerFactory.getLogger(RelayLoop.class);
    private static final Backoff REFUSED = new Backoff(Duration.ofSeconds(1), Duration.ofMinutes(5));
    private static final long MAX_BYTES = 4 << 20;
    private static final int TRANSACTIONS = 100;

    private final OutboxTable table;
    private final DataSource source;
    private final RowSender sender;
    private final RelaySettings settings;
    private final Pauses pauses;
    private final Semaphore wakes = new Semaphore(0);
    private final CountDownLatch closing = new CountDownLatch(1);
    private final AtomicLong relayed = new AtomicLong();
    private final AtomicLong existed = new AtomicLong();
    private volatile @Nullable String lastError;
    private int size;
    /** A row that had no response, although a broker responded to another call; 0: none. */
    private long suspect;

    RelayLoop(OutboxTable table, DataSource source, RowSender sender, RelaySettings settings) {
        this.table = table;
        this.source = source;
        this.sender = sender;
        this.settings = settings;
        this.pauses = new Pauses(table.toString(), System::nanoTime);
        this.size = settings.batch();
    }

    void wake() {
        wakes.release();
    }

    void close() {
        closing.countDown();
        wakes.release();
    }

    private boolean isClosing() {
        return closing.getCount() == 0;
    }

    @Override
    public void run() {
        try {
            while (!isClosing()) {
                wakes.drainPermits();
                if (!relaySome()) {
                    await();
                }
            }
        } catch (InterruptedException e) {
            LOG.debug("outbox interrupted table={}", table);
        }
    }

    private void await() throws InterruptedException {
        long all = pauses.nanosOfAll();
        if (all > 0) {
            var unused = closing.await(all, TimeUnit.NANOSECONDS);
        } else {
            long poll = settings.poll().toNanos();
            var unused = wakes.tryAcquire(Math.min(poll, pauses.nanosOfTubes(poll)), TimeUnit.NANOSECONDS);
        }
    }

    /** Some transactions with one connection, which its pool may want to renew; false if there is nothing more to do for now. */
    private boolean relaySome() throws InterruptedException {
        try (BorrowedConnection borrowed = BorrowedConnection.of(source, table, settings.idle())) {
            boolean isMore = true;
            for (int i = 0; i < TRANSACTIONS && isMore && !isClosing(); i++) {
                isMore = relay(borrowed.begin()) && pauses.nanosOfAll() == 0;
            }
            return isMore;
        } catch (SQLException | RuntimeException | Error e) {
            LOG.debug("outbox failed table={}", table, e);
            lastError = e.toString();
            pauses.databaseFailed(e.toString());
            return false;
        }
    }

    /** One transaction; false if there was no row. */
    private boolean relay(Connection connection) throws SQLException, InterruptedException {
        List<OutboxRow> rows = table.lock(connection, size, MAX_BYTES, pauses.look());
        if (rows.isEmpty()) {
            connection.commit();
            pauses.databaseWentWell();
            return false;
        }
        List<SentRow> sent = sender.send(rows);
        List<SentRow> silent = with(sent, Verdict.ALL_PAUSED);
        List<SentRow> guilty = guilty(silent, sent.size());
        List<OutboxRow> delivered =
                with(sent, Verdict.DELIVERED).stream().map(SentRow::row).toList();
        table.delete(connection, delivered);
        for (SentRow row : with(sent, Verdict.REFUSED)) {
            refuse(connection, row);
        }
        for (SentRow row : guilty) {
            refuse(connection, row);
        }
        connection.commit();
        relayed.addAndGet(delivered.size());
        existed.addAndGet(sent.stream().filter(SentRow::existed).count());
        pauseAll(sent, silent, guilty);
        pauseTubes(sent);
        return true;
    }

    /** Those without a response that are the cause of that themselves: they alone have none. */
    private List<SentRow> guilty(List<SentRow> silent, int sent) throws InterruptedException {
        long suspected = suspect;
        List<SentRow> suspects = silent.stream()
                .filter(row -> sent == 1 || row.row().attempts() > 0)
                .toList();
        if (suspects.isEmpty() || !sender.isReached(suspects.get(0).row().tube())) {
            return List.of();
        }
        if (sent == 1) {
            suspect = suspects.get(0).row().id();
        }
        // A broker may have come back a moment ago.
        return suspects.stream()
                .filter(row -> row.row().attempts() > 0 || row.row().id() == suspected)
                .toList();
    }

    private static List<SentRow> with(List<SentRow> sent, Verdict verdict) {
        return sent.stream().filter(row -> row.verdict() == verdict).toList();
    }

    private void refuse(Connection connection, SentRow sent) throws SQLException {
        OutboxRow row = sent.row();
        String error = sent.error().replace('\0', '?');
        if (row.attempts() == 0) {
            LOG.warn(
                    "job of an outbox not taken table={} row={} tube={} id={} why={}",
                    table,
                    row.id(),
                    row.tube(),
                    row.jobId(),
                    error);
        }
        lastError = error;
        Duration pause = REFUSED.after(row.attempts() + 1);
        table.refuse(connection, row, error.substring(0, Math.min(error.length(), OutboxTable.MAX_ERROR)), pause);
    }

    private void pauseAll(List<SentRow> sent, List<SentRow> silent, List<SentRow> guilty) {
        if (silent.size() > guilty.size()) {
            size = Math.max(1, Math.min(size, sent.size()) / 2);
            SentRow first = silent.get(0);
            lastError = first.error();
            pauses.all(first.retryAfter(), first.error());
        } else if (!guilty.isEmpty()
                || sent.stream().anyMatch(row -> row.verdict().isOfBroker())) {
            size = Math.min(settings.batch(), size * 2);
            pauses.wentWell();
        } else {
            pauses.databaseWentWell();
        }
    }

    private void pauseTubes(List<SentRow> sent) {
        with(sent, Verdict.DELIVERED).forEach(row -> pauses.wentWell(row.row().tube()));
        Map<String, SentRow> full = new HashMap<>();
        with(sent, Verdict.TUBE_PAUSED)
                .forEach(row -> full.putIfAbsent(row.row().tube(), row));
        full.forEach((tube, row) -> {
            lastError = row.error();
            pauses.tube(tube, row.retryAfter(), row.error());
        });
    }

    long relayed() {
        return relayed.get();
    }

    long existed() {
        return existed.get();
    }

    OutboxStatus status() throws SQLException {
        try (Connection connection = source.getConnection()) {
            OutboxTable.Counts counts = table.counts(connection);
            return new OutboxStatus(
                    counts.pending(),
                    counts.refused(),
                    counts.oldest(),
                    relayed.get(),
                    existed.get(),
                    pauses.tubes(),
                    lastError);
        }
    }
}
