// Package jinja renders the chat templates of models as Python's jinja2 does with the
// settings of Hugging Face's transformers: the same bytes, or an error where Python
// raises one. Templates are untrusted: steps, memory, output and nesting are bounded,
// and nothing outside the given values can be reached.
package jinja
