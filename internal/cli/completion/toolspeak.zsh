#compdef toolspeak
# Completion of toolspeak for zsh. Where nothing is known, files are completed.
_toolspeak() {
	local -a found
	found=("${(@f)$(toolspeak __complete "${(@)words[2,CURRENT]}" 2>/dev/null)}")
	if [[ -n "${found[1]}" ]]; then
		compadd -a found
	else
		_files
	fi
}
compdef _toolspeak toolspeak
