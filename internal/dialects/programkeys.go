package dialects

import "slices"

var (
	// programKeys are the keys that the functions below read, or that say nothing of their own.
	programKeys = keySet(typeKeys, messageKeysOf, idKeys, nameKeys, argsKeys, resultKeys, words(`messages history conversation info message parts state status callID tool title time created metadata
		toolCallStates toolCallState User Agent Text ToolUse Thinking tool_results segments tool_uses raw_input is_input_complete chat_messages sender mapping current_node parent children recipient author
		content_type language thoughts chat currentId parentId parentUuid uuid requests result response toolCallRounds toolCallResults toolRequests data reasoningText success error result subtype session_id
		message_type tool_call tool_return hidden_reasoning date toolCall toolResult simulations traj requestor turn_idx function apiKeySource cwd working_dir sessionId timestamp version arguments
		llm_interactions agent_steps input_messages llm_messages llm_response call_id tool_results tool_result success history model_output current_state action evaluation_previous_goal memory next_goal thinking state_message
		event run_id generations intermediate_steps intermediateSteps usedTools tool toolInput toolOutput observation log json data conversation_id query answer agent_thoughts position thought message_id task_id
		message_id versions currentlySelected steps role systemPrompt toolCallRequestId callId style inputs outputs
		is_error isError thinkingSignature signature started completed stopReason end_turn`))
	// payloadKeys hold what tools and their callers wrote. Under "inputs" there may be messages.
	payloadKeys = keySet(slices.DeleteFunc(slices.Clone(argsKeys), func(key string) bool { return key == "inputs" }), words("raw_input"))
	// namedKeys hold objects whose keys are names.
	namedKeys = keySet(words("mapping tool_results toolCallResults tool_call messages"))
)

// accounted returns a reader that counts the keys that another one neither reads nor keeps.
func accounted(read func(v Value) []*Builder) func(v Value) []*Builder {
	return func(v Value) []*Builder {
		all := read(v)
		if len(all) > 0 {
			all[0].countKeys(v, all[0].keptKeys())
		}
		return all
	}
}

// keptKeys returns the keys that the transcript has next to what is said.
func (b *Builder) keptKeys() map[string]bool {
	kept := map[string]bool{}
	for i := range b.t.Steps {
		Parse(b.t.Steps[i].Rare().Extra).ForEach(func(key, _ Value) bool {
			kept[key.Str] = true
			return true
		})
	}
	for _, m := range b.keys {
		kept[m.key] = true
	}
	return kept
}

// countKeys counts the keys of a session that are neither read nor kept.
func (b *Builder) countKeys(v Value, kept map[string]bool) {
	v.ForEach(func(key, value Value) bool {
		switch {
		case !v.IsArray() && !programKeys[key.Str]:
			if !kept[key.Str] && (!isEmpty(value) || value.Raw == "false") {
				b.leave("other keys: " + key.Str)
			}
		case payloadKeys[key.Str], !value.IsObject() && !value.IsArray():
		case namedKeys[key.Str] && value.IsObject():
			value.ForEach(func(name, inner Value) bool {
				if b.countKeys(inner, kept); !inner.IsObject() && !programKeys[name.Str] {
					b.leave("other keys: " + name.Str)
				}
				return true
			})
		default:
			b.countKeys(value, kept)
		}
		return true
	})
}
