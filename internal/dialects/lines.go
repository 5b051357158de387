package dialects

import (
	"slices"
	"strings"
)

// AreLines reports whether the first two lines of a file are elements of one transcript, or of
// what a program keeps of several, and no records of their own: messages, events or steps.
func AreLines(first, second Value) bool {
	if !first.IsObject() || !second.IsObject() {
		return false
	}
	list := listed(first)
	if programOf(list) != nil || isGeminiCLI(list) || isCodexExec(list) || isCodexItems(list) || isMCP(list) && isMCP(listed(second)) || isRunEvent(first) && isRunEvent(second) || isPageEvent(first) && isPageEvent(second) || isDifyEvent(first) && isDifyEvent(second) {
		return true
	}
	if thread := threadOf(first); thread != "" && thread == threadOf(second) {
		return true
	}
	return isLine(first) && isLine(second)
}

// threadOf returns the thread whose state a value of LangGraph is, or "".
func threadOf(v Value) string {
	if !Get(stateOf(v), "messages").IsArray() {
		return ""
	}
	for _, at := range [...]Value{Get(v, "checkpoint"), At(v, "config", "configurable"), Get(v, "metadata"), v} {
		if id := Word(at, "thread_id"); id != "" {
			return id
		}
	}
	return ""
}

// isLine reports whether a value is an element of a transcript and has none itself.
func isLine(v Value) bool {
	for _, key := range [...]string{"messages", "conversations", "prompt", "chosen", "text", "contents", "input", "output", "request", "response", "events", "steps"} {
		if list := Inside(Get(v, key)); list.IsArray() || list.IsObject() || key == "prompt" && list.Exists() {
			return false
		}
	}
	list := listed(v)
	return IsMessage(v) || isOpenHands(list) || isUpdate(v) || isADKEvent(v) || isAutoGen(list) || isSmolElement(v)
}

// isSmolElement reports whether a value is a step of smolagents, or what is before the steps.
func isSmolElement(v Value) bool {
	return isSmolagents(listed(v)) || len(v.Map()) <= 2 && (isText(Get(v, "task")) || isText(Get(v, "system_prompt")))
}

// groupKeys are the keys by which messages say of which conversation they are.
var groupKeys = [...]string{"conversation_id", "conversationId", "session_id", "sessionId", "thread_id", "threadId", "chat_id", "chatId", "conversation", "dialog_id"}

// GroupOf returns the conversation that a line says it is of, or "".
func GroupOf(line Value) string {
	for _, key := range groupKeys {
		if v := Get(line, key); v.Exists() && !v.IsObject() && !v.IsArray() {
			return key + " " + v.String()
		}
	}
	return threadOf(line)
}

// Begins reports whether a line, which comes after others, is the beginning of another
// transcript: a system prompt, or the first line of a program's session.
func Begins(line Value) bool {
	list := listed(line)
	if f := programOf(list); f != nil && (f.begins || Word(line, "type") == "session_start") {
		return true
	}
	if isGeminiCLI(list) || isCodexExec(list) || isCodexItems(list) || isText(Get(line, "system_prompt")) || Word(rpc(line), "method") == "initialize" && isMCP(list) {
		return true
	}
	if role, ok := roleOf(Unwrapped(line)); ok {
		return role == roles["system"] && slices.Contains([]string{"system", "systemmessage"}, strings.ToLower(Word(Unwrapped(line), "role", "type")))
	}
	return false
}
