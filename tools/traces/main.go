// Command traces writes spans of conversations in a random order, to measure how they are read:
//
//	go run ./traces -writer langfuse -size 1000 > spans.jsonl
package main

import (
	"bufio"
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"time"
)

// rounds is how many calls of a model a conversation has.
const rounds = 8

// message is one of a chat.
type message struct {
	Role    string `json:"role"`
	Content string `json:"content"`
	Calls   []call `json:"tool_calls,omitempty"`
	ID      string `json:"tool_call_id,omitempty"`
}

type call struct {
	ID       string   `json:"id"`
	Type     string   `json:"type"`
	Function function `json:"function"`
}

type function struct {
	Name string `json:"name"`
	Args string `json:"arguments"`
}

// text returns words, the same for the same seed.
func text(seed uint64, words int) string {
	r := rand.New(rand.NewPCG(seed, 1))
	var b strings.Builder
	for range words {
		fmt.Fprintf(&b, "%s ", []string{"harbour", "tide", "low", "wind", "at", "the", "quay", "west", "\"slip\"", "14:05\n"}[r.IntN(10)])
	}
	return b.String()
}

// said returns what a conversation has up to the answer of a round.
func said(conversation, round int) (all []message) {
	seed := uint64(conversation) << 8
	all = append(all, message{Role: "system", Content: text(7, 100)}, message{Role: "user", Content: text(seed, 30)})
	for k := range round + 1 {
		id := fmt.Sprintf("call_%d_%d", conversation, k)
		if k == rounds-1 {
			return append(all, message{Role: "assistant", Content: text(seed+uint64(k), 60)})
		}
		args, _ := json.Marshal(map[string]any{"at": text(seed+uint64(k), 3), "hours": k})
		all = append(all, message{Role: "assistant", Content: text(seed+uint64(k), 20), Calls: []call{{id, "function", function{"tide", string(args)}}}})
		if k < round {
			all = append(all, message{Role: "tool", ID: id, Content: text(seed+uint64(k)+99, 200)})
		}
	}
	return all
}

// span returns a call of a model as a line.
func span(writer string, conversation, round int) []byte {
	all := said(conversation, round)
	in, out := all[:len(all)-1], all[len(all)-1]
	at := time.Unix(1767225600, 0).UTC().Add(time.Duration(conversation*rounds+round) * time.Second)
	trace, id := fmt.Sprintf("%032x", conversation), fmt.Sprintf("%016x", conversation*rounds+round)
	var v any
	switch writer {
	case "langfuse":
		v = map[string]any{"id": id, "traceId": trace, "type": "GENERATION", "startTime": at.Format(time.RFC3339Nano), "model": "m", "input": map[string]any{"messages": in}, "output": out}
	case "otel":
		asked, _ := json.Marshal(in)
		answered, _ := json.Marshal([]message{out})
		attribute := func(key string, value string) any {
			return map[string]any{"key": key, "value": map[string]any{"stringValue": value}}
		}
		v = map[string]any{"resourceSpans": []any{map[string]any{"scopeSpans": []any{map[string]any{"spans": []any{map[string]any{
			"traceId": trace, "spanId": id, "name": "chat", "startTimeUnixNano": fmt.Sprint(at.UnixNano()),
			"attributes": []any{attribute("gen_ai.operation.name", "chat"), attribute("gen_ai.input.messages", string(asked)), attribute("gen_ai.output.messages", string(answered))},
		}}}}}}}
	default:
		fmt.Fprintln(os.Stderr, "traces: expected -writer langfuse or otel")
		os.Exit(2)
	}
	line, _ := json.Marshal(v)
	return append(line, '\n')
}

func main() {
	writer := flag.String("writer", "langfuse", "whose spans: langfuse or otel")
	size := flag.Int("size", 1000, "how many MB")
	flag.Parse()
	mean := 0
	for k := range rounds {
		mean += len(span(*writer, 1000, k))
	}
	conversations := *size * 1_000_000 / mean
	w := bufio.NewWriterSize(os.Stdout, 1<<20)
	defer w.Flush()
	for _, n := range rand.New(rand.NewPCG(1, 2)).Perm(conversations * rounds) {
		if _, err := w.Write(span(*writer, n/rounds, n%rounds)); err != nil {
			fmt.Fprintln(os.Stderr, "traces:", err)
			os.Exit(1)
		}
	}
}
