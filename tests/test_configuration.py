# SPDX-License-Identifier: MIT
"""A user's own defaults: a flag counts more than the environment, and that more than the file."""

import json

import pytest
from fake_clock import FakeClock
from fake_machine import OTHER_UID, UID, FakeMachine, drive, ports

from mastermind_host import cli, configuration, errors
from mastermind_host.commands.shared import Job


@pytest.fixture
def config(tmp_path, monkeypatch):
    """config(TEXT): that is what the file says."""
    path = tmp_path / "config.toml"
    monkeypatch.setenv("MASTERMIND_CONFIG", str(path))

    def config(text):
        path.write_text(text)

    return config


@pytest.fixture
def run(tmp_path, capsys):
    """run(ARGUMENTS): (exit code, stdout, stderr) with two boards plugged in."""
    machine = FakeMachine(
        mounts=[drive(tmp_path / "one", UID), drive(tmp_path / "two", OTHER_UID)],
        ports=ports(UID) + ports(OTHER_UID, "/dev/ttyACM2", "/dev/ttyACM3"),
    )

    def run(*arguments):
        code = cli.run(list(arguments), Job(machine, FakeClock()))
        told = capsys.readouterr()
        return code, told.out, told.err

    return run


def chosen(run, *arguments):
    """The UID of the board that is meant."""
    code, out, err = run("deploy", "-n", "--json", *arguments)
    assert code == errors.OK, err
    return json.loads(out)["uid"]


def test_without_a_file_nothing_is_chosen(run, monkeypatch, tmp_path):
    monkeypatch.delenv("MASTERMIND_CONFIG", raising=False)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    assert run("deploy", "-n")[0] == errors.SEVERAL_DEVICES


def test_the_file_counts_for_every_command_that_has_the_option(run, config):
    config(f'serial = "{OTHER_UID}"\n')
    assert chosen(run) == OTHER_UID


def test_a_commands_own_table_counts_more(run, config):
    config(f'serial = "{OTHER_UID}"\n[deploy]\nserial = "{UID}"\n')
    assert chosen(run) == UID


def test_the_environment_counts_more_and_a_flag_most(run, config, monkeypatch):
    config(f'serial = "{UID}"\n')
    monkeypatch.setenv("MASTERMIND_SERIAL", OTHER_UID)
    assert chosen(run) == OTHER_UID
    assert chosen(run, "--serial", UID) == UID


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("serial = ", "it is no TOML: "),
        ('cereal = "x"', "there is no option --cereal."),
        ("[dance]\nserial = 1", "there is no command 'dance'."),
        ("[play]\nserail = 1", "there is no option --serail."),
    ],
)
def test_a_file_that_can_not_be_is_told(run, config, text, said):
    config(text)
    code, out, err = run("devices")
    assert (code, out) == (errors.USAGE, "")
    assert said in err


def test_a_file_that_is_named_has_to_be_there(run, config):
    code, _, err = run("devices")
    assert code == errors.USAGE
    assert "it is not there" in err


def test_where_it_is(monkeypatch, tmp_path):
    monkeypatch.delenv("MASTERMIND_CONFIG", raising=False)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    if configuration.sys.platform.startswith("linux"):
        assert configuration.path() == tmp_path / "jungle-mastermind" / "config.toml"
