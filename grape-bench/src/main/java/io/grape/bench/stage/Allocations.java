package io.grape.bench.stage;

import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import io.grape.harness.HarnessFailure;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.HashMap;
import java.util.Map;
import javax.management.JMX;
import javax.management.MalformedObjectNameException;
import javax.management.ObjectName;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;

/** How much memory a JVM on this machine allocates. */
public final class Allocations implements AutoCloseable {
    private final JMXConnector connector;
    private final com.sun.management.ThreadMXBean threads;
    /** By thread: what one had allocated when it was last seen counts after its end, too. */
    private final Map<Long, Long> seen = new HashMap<>();

    private Allocations(JMXConnector connector) throws IOException, MalformedObjectNameException {
        this.connector = connector;
        this.threads = JMX.newMXBeanProxy(
                connector.getMBeanServerConnection(),
                new ObjectName(ManagementFactory.THREAD_MXBEAN_NAME),
                com.sun.management.ThreadMXBean.class);
    }

    /** Of a process of the same user. */
    @SuppressWarnings("BanJNDI") // The address comes from a process that was started here.
    public static Allocations of(ProcessHandle process) {
        try {
            VirtualMachine machine = VirtualMachine.attach(Long.toString(process.pid()));
            try {
                JMXServiceURL url = new JMXServiceURL(machine.startLocalManagementAgent());
                return new Allocations(JMXConnectorFactory.connect(url));
            } finally {
                machine.detach();
            }
        } catch (IOException | AttachNotSupportedException | MalformedObjectNameException e) {
            throw new HarnessFailure("no look into process " + process.pid() + ": " + e.getMessage(), e);
        }
    }

    /** Bytes so far. */
    double bytes() {
        long[] ids = threads.getAllThreadIds();
        long[] bytes = threads.getThreadAllocatedBytes(ids);
        for (int i = 0; i < ids.length; i++) {
            seen.merge(ids[i], bytes[i], Math::max);
        }
        return seen.values().stream().mapToLong(Long::longValue).sum();
    }

    @Override
    public void close() {
        try {
            connector.close();
        } catch (IOException e) {
            // The JVM is gone.
        }
    }
}
