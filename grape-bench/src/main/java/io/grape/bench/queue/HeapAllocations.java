package io.grape.bench.queue;

import com.sun.management.GarbageCollectionNotificationInfo;
import com.sun.management.GcInfo;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.lang.management.MemoryUsage;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import javax.management.NotificationEmitter;
import javax.management.openmbean.CompositeData;

/**
 * How many bytes this JVM has allocated: the growth of the heap between collections. Counts by thread would leave out threads that
 * have ended, of which a client may start one for each response, and virtual threads.
 */
final class HeapAllocations {
    private static final long MAX_WAIT_NANOS = TimeUnit.SECONDS.toNanos(2);

    private final List<GarbageCollectorMXBean> collectors = ManagementFactory.getGarbageCollectorMXBeans();
    private final Set<String> pools = ManagementFactory.getMemoryPoolMXBeans().stream()
            .filter(pool -> pool.getType() == MemoryType.HEAP)
            .map(MemoryPoolMXBean::getName)
            .collect(Collectors.toSet());
    private long allocated;
    private long usedAfterLast;
    private long seen;

    private HeapAllocations() {}

    static HeapAllocations begin() {
        HeapAllocations allocations = new HeapAllocations();
        synchronized (allocations) {
            allocations.seen = allocations.collections();
            allocations.usedAfterLast = used();
        }
        for (GarbageCollectorMXBean collector : allocations.collectors) {
            ((NotificationEmitter) collector)
                    .addNotificationListener(
                            (notification, handback) -> allocations.collected(
                                    GarbageCollectionNotificationInfo.from((CompositeData) notification.getUserData())
                                            .getGcInfo()),
                            null,
                            null);
        }
        return allocations;
    }

    private synchronized void collected(GcInfo info) {
        allocated += Math.max(0, heap(info.getMemoryUsageBeforeGc()) - usedAfterLast);
        usedAfterLast = heap(info.getMemoryUsageAfterGc());
        seen++;
        notifyAll();
    }

    /** Bytes so far. Waits for the notifications of collections that have ended. */
    synchronized long bytes() throws InterruptedException {
        long deadline = System.nanoTime() + MAX_WAIT_NANOS;
        while (seen < collections() && System.nanoTime() - deadline < 0) {
            wait(10);
        }
        return allocated + Math.max(0, used() - usedAfterLast);
    }

    private long collections() {
        return collectors.stream()
                .mapToLong(GarbageCollectorMXBean::getCollectionCount)
                .sum();
    }

    private static long used() {
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }

    private long heap(Map<String, MemoryUsage> usage) {
        return usage.entrySet().stream()
                .filter(pool -> pools.contains(pool.getKey()))
                .mapToLong(pool -> pool.getValue().getUsed())
                .sum();
    }
}
