// Package prompts translates system prompts: it finds the format instructions by which a
// prompt teaches a style and the tool list that it offers, takes both out, and writes
// those of another style in their place.
//
// A Translator does this, and also reads a prompt or writes one. A Template is a prompt
// with placeholders and works in both directions: a prompt is written from it, and one that
// was written from it is matched and gives its tools back. What no template matches is
// recognised by its evidence, paragraph by paragraph, and every paragraph that is taken out
// is reported.
package prompts
