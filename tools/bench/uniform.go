package main

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
)

// words fill the texts. Some are not ASCII, as in real data.
var words = strings.Fields(`the a tide at harbour rises before noon and falls again after the ferry leaves for naïve
travellers who asked about prices in Zürich Łódź København 東京 Москва while results list names dates numbers links
https://example.org/search?q=1&lang=en quoted "words" paths C:\data\in tabs	and so on because every page says something else`)

// generator makes records of agents' transcripts in the style react, about 5 KB
// each: one system prompt for all, a question, some calls with long results and an
// answer, all in canonical text. It is the easiest input that there is.
type generator struct{ *rand.Rand }

func (g generator) text(least, most int) string {
	var b strings.Builder
	for n := least + g.IntN(most-least+1); b.Len() < n; {
		b.WriteString(words[g.IntN(len(words))])
		switch g.IntN(14) {
		case 0:
			b.WriteString(".\n")
		case 1:
			b.WriteString(", ")
		default:
			b.WriteByte(' ')
		}
	}
	return strings.TrimSpace(b.String())
}

type message struct {
	Role    string `json:"role"`
	Content string `json:"content"`
}

const prompt = `You help with questions about ports.

Use this format:

Thought: what you think
Action: the tool, one of search, fetch
Action Input: its arguments as JSON

> Tool Name: search
Tool Description: Searches the web.
Tool Args: {"type": "object", "properties": {"query": {"type": "string"}, "page": {"type": "integer"}}, "required": ["query"]}

> Tool Name: fetch
Tool Description: Fetches a page.
Tool Args: {"type": "object", "properties": {"url": {"type": "string"}}, "required": ["url"]}
`

func (g generator) record(id int) any {
	list := []message{{"system", prompt}, {"user", g.text(40, 160)}}
	for range 2 + g.IntN(2) {
		args, _ := json.Marshal(map[string]any{"query": g.text(10, 60), "page": g.IntN(9)})
		list = append(list,
			message{"assistant", "Thought: " + g.text(60, 240) + "\nAction: search\nAction Input: " + string(args)},
			message{"user", "Observation: " + g.text(600, 1800)})
	}
	list = append(list, message{"assistant", "Thought: I can answer without using any more tools.\nAnswer: " + g.text(100, 500)})
	return struct {
		ID       string    `json:"id"`
		Messages []message `json:"messages"`
		Score    float64   `json:"score"`
	}{fmt.Sprintf("record-%08d", id), list, g.Float64()}
}

// uniform writes records until the file is full. The same size gives the same
// bytes.
func uniform(w *lines) error {
	g := generator{rand.New(rand.NewPCG(1, 2))}
	for id := 0; !w.full(); id++ {
		line, err := json.Marshal(g.record(id))
		if err != nil {
			return err
		}
		if err := w.add(line); err != nil {
			return err
		}
	}
	return nil
}
