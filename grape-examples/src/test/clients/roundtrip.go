// By the client that the generator go makes: argument 1 is where the broker is.
package main

import (
	"context"
	"fmt"
	"os"

	grape "grapeclient"
)

func must(err error) {
	if err != nil {
		panic(err)
	}
}

func main() {
	configuration := grape.NewConfiguration()
	configuration.Servers = grape.ServerConfigurations{{URL: os.Args[1]}}
	client := grape.NewAPIClient(configuration)
	ctx, tube := context.Background(), "go"

	spec := grape.NewJobSpec()
	spec.SetId("json")
	spec.SetPayload(map[string]int{"order": 8812})
	produced, _, err := client.JobsAPI.ProduceMany(ctx, tube).JobSpec([]grape.JobSpec{*spec}).Execute()
	must(err)
	if produced.Results[0].GetState() != grape.JOBSTATE_READY {
		panic(fmt.Sprint(produced.Results[0].GetState()))
	}
	taken, _, err := client.ConsumersAPI.Consume(ctx, tube).Max(10).WaitMs(1000).Execute()
	must(err)
	for _, job := range taken.Jobs {
		if fmt.Sprint(job.Payload) != "map[order:8812]" {
			panic(fmt.Sprint(job.Payload))
		}
		_, _, err = client.ConsumersAPI.Touch(ctx, tube, job.Id).Lease(job.GetLease()).Execute()
		must(err)
		_, _, err = client.ConsumersAPI.Finish(ctx, tube, job.Id).Lease(job.GetLease()).Execute()
		must(err)
	}
	fmt.Println(len(taken.Jobs), "produced, consumed and finished")
}
