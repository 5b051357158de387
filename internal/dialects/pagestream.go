package dialects

import (
	"bytes"
	"slices"
	"strconv"
	"strings"

	"github.com/toolspeak/toolspeak/internal/jsonx"
)

// Vercel's AI SDK streams pieces of messages to a page.

// isPageEvent reports whether a value is a piece of a message that Vercel's AI SDK streams to a page.
func isPageEvent(v Value) bool {
	switch Word(v, "type") {
	case "start":
		return Has(v, "messageId") || len(v.Map()) == 1
	case "start-step", "text-start", "text-delta", "reasoning-start", "reasoning-delta", "tool-input-start", "tool-input-delta", "tool-input-available":
		return !Has(v, "index") && !Has(v, "content")
	}
	return false
}

// pageMessages puts the pieces of each message together, in the terms of pages that show them.
func pageMessages(b *Builder, v Value) (list []Value) {
	var parts []members
	at := map[string]int{}
	set := func(i int, key, value string) {
		n := slices.IndexFunc(parts[i], func(m member) bool { return m.key == key })
		if n < 0 {
			parts[i], n = append(parts[i], member{key: key}), len(parts[i])
		}
		parts[i][n].value = []byte(value)
	}
	part := func(id, word string) int {
		if i, ok := at[id]; ok {
			return i
		}
		at[id] = len(parts)
		parts = append(parts, members{{"type", quoted(word)}})
		return at[id]
	}
	words := map[int]*strings.Builder{}
	flush := func() {
		for i, w := range words {
			set(i, "text", string(quoted(w.String())))
		}
		var all []Value
		for _, p := range parts {
			all = append(all, Parse(p.json()))
		}
		if all != nil {
			list = append(list, Parse((members{{"role", quoted("assistant")}, {"parts", []byte(listOf(all))}}).json()))
		}
		parts, at, words = nil, map[string]int{}, map[int]*strings.Builder{}
	}
	for _, e := range v.Array() {
		word := Word(e, "type")
		switch name, end := word[:strings.LastIndexByte(word, '-')+1], word[strings.LastIndexByte(word, '-')+1:]; {
		case word == "start":
			flush()
		case word == "start-step":
			parts = append(parts, members{{"type", quoted("step-start")}})
		case word == "finish-step", word == "finish":
		case end == "end":
			delete(at, name+Word(e, "id"))
		case name == "text-", name == "reasoning-":
			i := part(name+Word(e, "id"), strings.TrimSuffix(name, "-"))
			if words[i] == nil {
				words[i] = &strings.Builder{}
			}
			words[i].WriteString(Word(e, "delta", "textDelta"))
		case name == "tool-input-", name == "tool-output-":
			i := part("call "+Word(e, "toolCallId"), "dynamic-tool")
			for _, key := range [...]string{"toolCallId", "toolName", "input", "output", "errorText"} {
				if m := Get(e, key); m.Exists() {
					set(i, key, m.Raw)
				}
			}
			switch end {
			case "available", "denied", "error":
				set(i, "state", string(quoted(strings.TrimPrefix(word, "tool-"))))
			case "start":
				set(i, "state", `"input-streaming"`)
			}
		default:
			b.leave("parts of the type " + word)
		}
	}
	flush()
	return list
}

// PageStream returns a stream of version 4 of the SDK as a list of the pieces that later versions
// stream, or nil where a text is something else: its lines are a letter or digit, a colon and JSON.
func PageStream(raw []byte) []byte {
	var events [][]byte
	n := 0
	for line := range bytes.Lines(raw) {
		if line = bytes.TrimSpace(line); len(line) == 0 {
			continue
		}
		if len(line) < 3 || line[1] != ':' || !jsonx.Valid(line[2:]) {
			return nil
		}
		v := Parse(line[2:])
		id := quoted(strconv.Itoa(n))
		e := members{{"type", nil}, {"toolCallId", []byte(orNull(Get(v, "toolCallId")))}}
		word := ""
		switch line[0] {
		case '0', 'g':
			if word = "text-delta"; line[0] == 'g' {
				word = "reasoning-delta"
			}
			e = members{e[0], {"id", id}, {"delta", []byte(v.Raw)}}
		case '9':
			word, e = "tool-input-available", append(e, member{"toolName", []byte(orNull(Get(v, "toolName")))}, member{"input", []byte(orNull(Get(v, "args")))})
		case 'a':
			word, e = "tool-output-available", append(e, member{"output", []byte(orNull(Get(v, "result")))})
		case 'f':
			word = "start-step"
		case 'e':
			word = "finish-step"
		case 'd':
			word = "finish"
		case 'b', 'c':
			continue // what a call begins with, which is said again
		default:
			word = "data-" + string(line[0])
		}
		if e[0].value = quoted(word); line[0] != '0' && line[0] != 'g' {
			n++
		}
		events = append(events, e.json())
	}
	if len(events) < 2 || slices.IndexFunc(events, func(e []byte) bool { return isPageEvent(Parse(e)) }) < 0 {
		return nil
	}
	return jsonx.List(events)
}
