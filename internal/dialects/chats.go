package dialects

import (
	"bytes"
	"cmp"
	"slices"
	"strings"

	"github.com/toolspeak/toolspeak/ir"
)

// Chats that programs keep with what they did for an answer.

// isDify reports whether a value is a list of messages that Dify keeps, or a page of one.
func isDify(v Value) bool {
	first := Get(v, "data").Get("0")
	if v.IsArray() {
		first = v.Get("0")
	}
	return isDifyMessage(first) || isDifyEvent(first)
}

func isDifyMessage(v Value) bool {
	return Has(v, "query") && Has(v, "answer") && (Get(v, "agent_thoughts").IsArray() || Has(v, "conversation_id"))
}

// isDifyEvent reports whether a value is an event of an answer that Dify streams.
func isDifyEvent(v Value) bool { return Has(v, "event") && Has(v, "message_id") && Has(v, "task_id") }

func readDify(v Value) (all []*Builder) {
	if list := v.Array(); v.IsArray() && isDifyEvent(list[0]) {
		b := newBuilder()
		b.difyAnswer(list, none)
		return one(b)
	}
	list := Get(v, "data").Array()
	if v.IsArray() {
		list = v.Array()
	}
	slices.SortStableFunc(list, func(a, b Value) int {
		return cmp.Compare(Get(a, "created_at").Num, Get(b, "created_at").Num)
	})
	at := map[string]*Builder{}
	for _, m := range list {
		id := Word(m, "conversation_id")
		b := at[id]
		if b == nil {
			b = newBuilder()
			at[id], all = b, append(all, b)
			b.key("conversation_id", Get(m, "conversation_id"))
		}
		b.message(asked(Get(m, "query")))
		b.difyAnswer(Get(m, "agent_thoughts").Array(), Get(m, "answer"))
	}
	return all
}

// difyAnswer reads the thoughts of an agent with their calls and results, and its answer. Of the
// events that say the same thought again, the last one says all of it.
func (b *Builder) difyAnswer(thoughts []Value, answered Value) {
	var list []Value
	said := ""
	for _, t := range thoughts {
		switch i := slices.IndexFunc(list, func(e Value) bool { return Word(e, "id") == Word(t, "id") }); {
		case isDifyEvent(t) && Word(t, "event") != "agent_thought":
			said += Word(t, "answer")
			if !Has(t, "answer") {
				b.leave("events of the type " + Word(t, "event"))
			}
		case i >= 0:
			list[i] = t
		default:
			list = append(list, t)
		}
	}
	slices.SortStableFunc(list, func(a, b Value) int { return cmp.Compare(Get(a, "position").Num, Get(b, "position").Num) })
	last := ""
	for _, t := range list {
		var calls, results []Value
		input, output := Inside(Get(t, "tool_input")), Inside(Get(t, "observation"))
		for name := range strings.SplitSeq(Word(t, "tool"), ";") {
			if name == "" {
				continue
			}
			own := func(v Value) Value {
				if inner := Get(v, name); v.IsObject() && inner.Exists() {
					return inner
				}
				return v
			}
			key := spelled(name)
			calls = append(calls, call(none, key, own(input)))
			results = append(results, answer(none, key, own(output), false))
		}
		if last = Word(t, "thought"); last != "" || calls != nil {
			b.message(called(Get(t, "thought"), calls))
		}
		for _, r := range results {
			b.message(r)
		}
	}
	if said = cmp.Or(answered.Str, said); said != "" && said != last {
		b.message(called(spelled(said), nil))
	}
}

// isLMStudio reports whether a value is a chat of LM Studio.
func isLMStudio(v Value) bool { return Get(v, "messages").Get("0.versions").IsArray() }

// lmStudioMessages returns the messages of a chat that LM Studio keeps: of each the version that was
// chosen.
func lmStudioMessages(b *Builder, v Value) (list []Value) {
	if prompt := Get(v, "systemPrompt"); !isEmpty(prompt) {
		list = append(list, message("system", prompt.Raw))
	}
	for _, m := range Get(v, "messages").Array() {
		versions := Get(m, "versions").Array()
		chosen := int(Get(m, "currentlySelected").Int())
		if chosen < 0 || chosen >= len(versions) {
			b.fail("a message has no version %d", chosen)
			return nil
		}
		for range len(versions) - 1 {
			b.leave("other versions of messages")
		}
		role := Word(versions[chosen], "role")
		if said := Get(versions[chosen], "content"); said.Exists() {
			list = append(list, message(role, said.Raw))
		}
		for _, step := range Get(versions[chosen], "steps").Array() {
			if Word(step, "type") != "contentBlock" {
				b.leave("steps of the type " + Word(step, "type"))
				continue
			}
			var words, calls, results []Value
			for _, part := range Get(step, "content").Array() {
				id := Get(part, "toolCallRequestId", "callId", "toolCallId")
				switch Word(part, "type") {
				case "toolCallRequest":
					calls = append(calls, call(id, Get(part, "name"), Get(part, "parameters")))
				case "toolCallResult":
					results = append(results, answer(id, none, Inside(Get(part, "content")), false))
				default:
					words = append(words, part)
				}
			}
			if more := (members{{"reasoning", []byte(wordsIn(Parse([]byte(listOf(words))), "text"))}}); At(step, "style", "type").Str == "thinking" {
				list = append(list, called(none, calls, more...))
			} else if words != nil || calls != nil {
				list = append(list, called(Parse([]byte(listOf(words))), calls))
			}
			list = append(list, results...)
		}
	}
	return list
}

// isAider reports whether a value is a chat of Aider, as its history has it.
func isAider(v Value) bool { return isText(Get(v, "aider_chat")) }

// aiderMessages parts a chat: what the user said is in headings, and what the program said is
// quoted.
func aiderMessages(b *Builder, v Value) (list []Value) {
	b.rest(v, "aider_chat")
	role, words := "", []string{}
	flush := func() {
		if said := strings.TrimSpace(strings.Join(words, "\n")); said != "" && role != "" {
			list = append(list, message(role, string(quoted(said))))
		}
		words = words[:0]
	}
	fenced := false
	for line := range strings.Lines(Get(v, "aider_chat").Str) {
		line = strings.TrimRight(line, "\r\n")
		now, rest := ir.RoleAssistant.String(), line
		if strings.HasPrefix(line, "```") && role == now {
			fenced = !fenced
		}
		if heading, is := strings.CutPrefix(line, "####"); is && !fenced && (heading == "" || heading[0] == ' ') {
			now, rest = ir.RoleUser.String(), strings.TrimSuffix(strings.TrimPrefix(heading, " "), "  ")
		} else if strings.HasPrefix(line, "> ") && !fenced && (role != now || len(words) == 0 || words[len(words)-1] == "") {
			b.leave("lines of the program")
			now = ""
		} else if line == "" && role != "" {
			now = role
		}
		if now != role {
			flush()
			role, fenced = now, false
		}
		if role != "" {
			words = append(words, rest)
		}
	}
	flush()
	return list
}

// AiderChats returns the chats of a history of Aider, each as a value of the format, or nil where a
// text is something else.
func AiderChats(raw []byte) (chats []Chat) {
	const head = "# aider chat started at "
	if !bytes.HasPrefix(bytes.TrimSpace(raw), []byte(head)) {
		return nil
	}
	at := 0
	line := 1
	for at < len(raw) {
		end := len(raw)
		if n := bytes.Index(raw[at+1:], []byte("\n"+head)); n >= 0 {
			end = at + 1 + n + 1
		}
		first, rest, _ := bytes.Cut(bytes.TrimSpace(raw[at:end]), []byte("\n"))
		if started, is := bytes.CutPrefix(first, []byte(head)); is {
			v := members{{"aider_chat", quoted(string(rest))}, {"started", quoted(string(bytes.TrimSpace(started)))}}
			chats = append(chats, Chat{v.json(), line})
		}
		line += bytes.Count(raw[at:end], []byte("\n"))
		at = end
	}
	return chats
}

// Chat is one of a text, as JSON, and the line where it begins.
type Chat struct {
	JSON []byte
	Line int
}
