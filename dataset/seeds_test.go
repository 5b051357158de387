package dataset

// jsonSeeds are JSON, right and wrong.
var jsonSeeds = []string{
	`{}`, `[]`, ` { "a" : [ 1 , {"b":"c\"]}"} ] , "a":null}`, `"a\\"`, `"\\\\\""`, `-1.5e+10`, `[true,false,null]`, `{"":{"":""}}`,
	`{"a":"\u0041\ud83d"}`, `[[],[[]],{}]`, `{"a":1,}`, `[1 2]`, `{"a" 1}`, `nul`, `01`, `"\x"`, "\"\x01\"", `[`, `{"a":"`, ``, ` `, "\xff", `"` + "\xff" + `"`,
	`1 2`, `]`, `}{`, `"a"b`, `{"k":1}x`, "\t[\r\n1]\n",
}
