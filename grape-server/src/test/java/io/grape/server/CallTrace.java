package io.grape.server;

import com.sun.jdi.Bootstrap;
import com.sun.jdi.ClassType;
import com.sun.jdi.IncompatibleThreadStateException;
import com.sun.jdi.Location;
import com.sun.jdi.Method;
import com.sun.jdi.StackFrame;
import com.sun.jdi.VMDisconnectedException;
import com.sun.jdi.VirtualMachine;
import com.sun.jdi.connect.Connector;
import com.sun.jdi.connect.IllegalConnectorArgumentsException;
import com.sun.jdi.connect.ListeningConnector;
import com.sun.jdi.event.Event;
import com.sun.jdi.event.EventQueue;
import com.sun.jdi.event.EventSet;
import com.sun.jdi.event.MethodEntryEvent;
import com.sun.jdi.request.EventRequest;
import com.sun.jdi.request.MethodEntryRequest;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Pattern;

/** Looks into a broker's process as a debugger does: which methods are entered, and what the stack is then. */
final class CallTrace implements AutoCloseable {
    private static final String OURS = "io.grape.";
    private static final Pattern PASSES = Pattern.compile("java\\.util\\.concurrent\\.CompletableFuture"
            + "|io\\.vertx\\.core\\.impl\\.future|io\\.netty\\.channel\\.AbstractChannelHandlerContext");

    private final ListeningConnector connector;
    private final Map<String, Connector.Argument> arguments;
    private final String address;
    private final List<Entry> entries = new CopyOnWriteArrayList<>();
    private final List<MethodEntryRequest> requests = new ArrayList<>();

    /** A method that was entered, {@code class.method}, and before it those that had called it, innermost first. */
    record Entry(List<String> stack, boolean isOfValue) {
        boolean is(String method) {
            return stack.get(0).endsWith(method);
        }

        /** True when a library passes something on to a class of ours: by itself, along a pipeline, or when a future completes. */
        boolean isPassedOn() {
            if (isOfValue || isBeside() || !stack.get(0).startsWith(OURS)) {
                return false;
            }
            List<String> theirs = stack.stream()
                    .skip(1)
                    .takeWhile(method -> !method.startsWith(OURS))
                    .toList();
            return !theirs.isEmpty()
                    && (theirs.size() == stack.size() - 1
                            || theirs.stream()
                                    .anyMatch(method -> PASSES.matcher(method).lookingAt()));
        }

        /** A hint wakes consumers, an event loop notes the end of its turn, and a timer looks for late calls: beside the call. */
        private boolean isBeside() {
            return stack.stream()
                    .anyMatch(method -> method.startsWith("io.grape.redis.broker.RedisWakeUps")
                            || method.startsWith("io.grape.server.admission.ReadShedding$LoopReads.run")
                            || method.startsWith("io.grape.core.DeadlineSweep.sweep"));
        }

        boolean isFromRedis() {
            return stack.stream().anyMatch(method -> method.startsWith("io.lettuce.core.protocol.CommandHandler."));
        }

        /** The classes of ours on the stack, the outermost first, by the name of their file. */
        List<String> ours() {
            List<String> ours = new ArrayList<>();
            for (int i = stack.size() - 1; i >= 0; i--) {
                if (stack.get(i).startsWith(OURS)) {
                    ours.add(file(stack.get(i)));
                }
            }
            return ours;
        }

        String file() {
            return file(stack.get(0));
        }

        private static String file(String method) {
            String type = method.substring(0, method.lastIndexOf('.')).replaceFirst("\\$.*", "");
            return type.substring(type.lastIndexOf('.') + 1);
        }
    }

    CallTrace() {
        connector = Bootstrap.virtualMachineManager().listeningConnectors().stream()
                .filter(one -> one.transport().name().equals("dt_socket"))
                .findFirst()
                .orElseThrow();
        arguments = connector.defaultArguments();
        set("localAddress", "127.0.0.1");
        set("port", "0");
        try {
            address = connector.startListening(arguments);
        } catch (IOException | IllegalConnectorArgumentsException e) {
            throw new IllegalStateException(e);
        }
    }

    private void set(String argument, String value) {
        Objects.requireNonNull(arguments.get(argument)).setValue(value);
    }

    /** What a process has to be started with. */
    String option() {
        return "-agentlib:jdwp=transport=dt_socket,server=n,suspend=n,address=127.0.0.1:"
                + address.substring(address.lastIndexOf(':') + 1);
    }

    /** Waits for the process, and tells of the methods of classes like these. */
    void attach(String... classes) {
        VirtualMachine machine = accept();
        Arrays.stream(classes).forEach(pattern -> {
            MethodEntryRequest request = machine.eventRequestManager().createMethodEntryRequest();
            request.addClassFilter(pattern);
            request.setSuspendPolicy(EventRequest.SUSPEND_EVENT_THREAD);
            requests.add(request);
        });
        Thread reader = new Thread(() -> read(machine.eventQueue()), "call-trace");
        reader.setDaemon(true);
        reader.start();
    }

    /** What is entered while something is done, in order. */
    List<Entry> of(Runnable act) {
        entries.clear();
        requests.forEach(EventRequest::enable);
        act.run();
        requests.forEach(EventRequest::disable);
        return List.copyOf(entries);
    }

    private VirtualMachine accept() {
        try {
            return connector.accept(arguments);
        } catch (IOException | IllegalConnectorArgumentsException e) {
            throw new IllegalStateException(e);
        }
    }

    private void read(EventQueue queue) {
        try {
            while (true) {
                EventSet set = queue.remove();
                for (Event event : set) {
                    if (event instanceof MethodEntryEvent entered) {
                        entries.add(new Entry(stack(entered), isOfValue(entered.method())));
                    }
                }
                set.resume();
            }
        } catch (VMDisconnectedException e) {
            // The broker has ended.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** True where a value is made or asked: it is what is passed on. */
    private static boolean isOfValue(Method method) {
        return method.isConstructor()
                || (method.declaringType() instanceof ClassType type
                        && type.superclass() != null
                        && type.superclass().name().equals(Record.class.getName()));
    }

    private static List<String> stack(MethodEntryEvent entered) {
        try {
            return entered.thread().frames().stream()
                    .map(StackFrame::location)
                    .map(CallTrace::name)
                    // A lambda is a class of its own, which calls the method that it was written in.
                    .filter(name -> !name.contains("$$Lambda"))
                    .toList();
        } catch (IncompatibleThreadStateException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String name(Location location) {
        return location.declaringType().name() + "." + location.method().name();
    }

    @Override
    public void close() {
        try {
            connector.stopListening(arguments);
        } catch (IOException | IllegalConnectorArgumentsException e) {
            throw new IllegalStateException(e);
        }
    }
}
