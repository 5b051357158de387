package readers_test

import (
	"encoding/json"
	"fmt"
	"log"
	"net/http"
	"net/http/httptest"
	"strings"

	"github.com/toolspeak/toolspeak/readers"
)

// A server that passes on what a model writes: words and calls as they come, one event a line.
func ExampleStream() {
	reader, err := readers.New("qwen3-coder")
	if err != nil {
		log.Fatal(err)
	}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		stream := reader.Stream(nil) // with tools, values have types
		out, flush := json.NewEncoder(w), http.NewResponseController(w)
		_ = flush.EnableFullDuplex()
		send := func(events []readers.Event) {
			for _, e := range events {
				_ = out.Encode(e)
			}
			_ = flush.Flush()
		}
		for piece := make([]byte, 40); ; { // a model sends tokens
			n, err := r.Body.Read(piece)
			send(stream.Feed(string(piece[:n])))
			if err != nil {
				break
			}
		}
		rest, _ := stream.End()
		send(rest)
	}))
	defer server.Close()
	body := strings.NewReader("I look.\n<tool_call>\n<function=tide>\n<parameter=place>\nNess\n</parameter>\n</function>\n</tool_call>")
	answer, err := http.Post(server.URL, "text/plain", body)
	if err != nil {
		log.Fatal(err)
	}
	defer answer.Body.Close()
	var last readers.EventKind
	for lines := json.NewDecoder(answer.Body); ; {
		var e readers.Event
		if lines.Decode(&e) != nil {
			break
		}
		if e.Kind != last {
			fmt.Printf("\n%s: ", e.Kind)
		}
		fmt.Print(e.Text)
		last = e.Kind
	}
	// Output:
	// words: I look.
	// call begins: tide
	// argument: {"place": "Ness"}
	// call ends:
}
