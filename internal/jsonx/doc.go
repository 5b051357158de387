// Package jsonx is the one place that knows what JSON looks like: it checks a
// value in one pass, walks its members and elements, follows its nesting, and
// says where in a text an offset is. It decodes and allocates nothing unless
// it is asked for a string's value.
package jsonx
