#!/usr/bin/perl
# A bot for Tuolaji's line protocol in Perl, without any module: it reads no JSON, it only looks for
# what it needs. Of the allowed actions it takes one that gives away the fewest points, and leads as
# many cards as it can. Try it with
#
#     tuolaji arena "exec:perl examples/bots/shortest.pl" random --deals 20

use strict;
use warnings;

$| = 1;    # an answer leaves at once

while (my $line = <STDIN>) {
    if ($line =~ /^hello /) {
        print qq(hello {"protocol": 1, "name": "shortest"}\n);
    }
    elsif ($line =~ /^choose \{"id":(\d+)/) {
        my $id = $1;
        my ($default) = $line =~ /"default":\{([^{}]*)\}/;
        my ($actions) = $line =~ /"actions":\[([^\]]*)\]/;
        my $leads     = $line =~ /"trick":\[\]/;
        my ($best, $least) = ($default, undef);
        if (defined $actions && $line =~ /"phase":"play"/) {
            while ($actions =~ /\{([^{}]*)\}/g) {
                my $action  = $1;
                my ($cards) = $action =~ /"cards":"([^"]*)"/;
                my $cost    = 5 * ($cards =~ tr/5//) + 10 * ($cards =~ tr/TK//);
                $cost -= 100 * ($cards =~ tr/2-9TJQKALB//) if $leads;
                ($best, $least) = ($action, $cost) if !defined $least || $cost < $least;
            }
        }
        print qq(action {"id":$id,$best}\n);
    }
    elsif ($line =~ /^bye/) {
        last;
    }
}
