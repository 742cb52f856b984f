package io.grape.redis;

import io.grape.core.ContractSteps;
import io.grape.core.TubeName;
import io.grape.redis.script.Registry;
import io.grape.redis.script.Reply;
import io.grape.redis.script.Script;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** What tests of the storage need besides the ports. */
interface StoreContract extends ContractSteps {
    RedisStore store();

    /** Sets the clock of one tube. */
    void timeIs(TubeName tube, Instant now);

    /** Another broker on the same Redis and namespace, until the test ends. */
    RedisStore anotherStore(Duration deadAfter);

    /** Runs a script of the tube as a broker would. */
    CompletionStage<Reply> run(Script script, Object... ownArguments);

    /** The registry of the namespace, as a broker uses it. */
    Registry registry();

    /** Takes a field out of the tube's own hash, as if an earlier release had made it. */
    void forgetField(String field);

    /** The keys of the tube that are there, its clock aside. */
    List<String> keysOfTheTube();
}
