package cli

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/signal"
	"slices"

	"github.com/toolspeak/toolspeak/internal/worker"
)

func (std streams) serve(*invocation) error {
	signal.Ignore(os.Interrupt)
	ignoreClosedPipe()
	defer ballast()()
	err := worker.Serve(std.in, std.out, worker.Host{Configure: std.configureWorker, Schema: workerSchema})
	switch {
	case errors.Is(err, worker.ErrProtocol):
		return usagef("%v", err)
	case closedPipe(err):
		return nil
	}
	return err
}

// workerOptions are those members of a worker's options that are no flags of filter.
type workerOptions struct {
	Workers     int  `json:"workers"`
	Diagnostics bool `json:"diagnostics"`
}

// configureWorker makes an engine of a worker's options: an object whose members are
// the flags of filter that say how records are converted, by name. A flag that may be
// given several times has a list.
func (std streams) configureWorker(options []byte) (config worker.Config, err error) {
	var own workerOptions
	if err := json.Unmarshal(options, &own); err != nil {
		return config, fmt.Errorf("the options are not a JSON object: %w", err)
	}
	var members map[string]any
	if err := json.Unmarshal(options, &members); err != nil {
		return config, fmt.Errorf("the options are not a JSON object: %w", err)
	}
	delete(members, "workers")
	delete(members, "diagnostics")
	args := []string{"worker"}
	for _, name := range slices.Sorted(maps.Keys(members)) {
		values, err := flagValues(name, members[name])
		if err != nil {
			return config, err
		}
		args = append(args, values...)
	}
	c, err := std.parse(args)
	if err == nil {
		config.Engine, err = std.engine(c)
	}
	if err != nil {
		return config, errors.New(said(err))
	}
	config.Workers, config.Diagnostics = max(1, own.Workers), own.Diagnostics
	return config, nil
}

// flagValues spells a member of the options as the flag that it is.
func flagValues(name string, value any) ([]string, error) {
	if known := optionsOf("worker"); find(known, name) == nil || len(name) == 1 {
		return nil, unknownName("option", name, optionNames(known))
	}
	switch v := value.(type) {
	case nil:
		return nil, nil
	case string:
		return []string{"--" + name + "=" + v}, nil
	case bool, float64:
		return []string{"--" + name + "=" + fmt.Sprint(v)}, nil
	case []any:
		var all []string
		for _, e := range v {
			one, err := flagValues(name, e)
			if err != nil {
				return nil, err
			}
			all = append(all, one...)
		}
		return all, nil
	}
	return nil, usagef("the option %q is an object: a string, a number, true, false or a list is expected", name)
}

// workerSchema lists the options of a worker, so that a library in another language
// can compare its own with them.
func workerSchema() ([]byte, error) {
	type row struct {
		Name   string   `json:"name"`
		Kind   string   `json:"kind"`
		Values []string `json:"values,omitempty"`
		Words  string   `json:"words"`
	}
	kinds := map[string]string{"": "text", list: "list", toggle: "bool", optional: "bool or text", number: "number", unsigned: "number"}
	var rows []row
	for _, o := range optionsOf("worker") {
		rows = append(rows, row{o.Name, kinds[o.Kind], o.values(), o.says()})
	}
	return json.Marshal(rows)
}
